// <kernelscope-figure src="near-far.html" delta="512" step="150"></kernelscope-figure>
//
// Shows a page of 'viewer export' as a figure: its attributes become the page's URL fragment, and the page
// follows when they change. step is a number or end, theme is dark, light or contrast, source and target are nodes; any other
// attribute is a parameter, such as delta or workgroup, with a number. The figure is as wide as its place and has the shape of
// the style's aspect-ratio; a reader can make it taller.

class KernelscopeFigure extends HTMLElement {
	static #own = new Set(["src", "title", "id", "class", "style", "slot", "hidden", "lang", "dir"]);

	connectedCallback() {
		if (!this.shadowRoot) this.#make();
		this.watch ??= new MutationObserver(() => this.#show());
		this.watch.observe(this, { attributes: true });
		this.#show();
	}

	disconnectedCallback() {
		this.watch.disconnect();
	}

	#make() {
		const root = this.attachShadow({ mode: "open" });
		root.innerHTML = `<style>
			:host { display: block; width: 100%; aspect-ratio: 3 / 2; min-height: 480px; overflow: hidden; resize: vertical; }
			iframe { display: block; width: 100%; height: 100%; border: 0; }
		</style><iframe allow="clipboard-write" loading="lazy"></iframe>`;
		this.frame = root.querySelector("iframe");
	}

	/** fragment says what the attributes ask for. */
	fragment() {
		const out = {}, values = {};
		for (const { name, value } of this.attributes) {
			if (KernelscopeFigure.#own.has(name) || name.startsWith("aria-") || name.startsWith("data-")) continue;
			if (name === "step") out.step = value === "end" ? -1 : Number(value);
			else if (name === "theme") out.theme = value;
			else if (name === "source" || name === "target") out[name] = Number(value);
			else values[name] = Number(value);
		}
		return { ...out, ...(Object.keys(values).length ? { values } : {}) };
	}

	#show() {
		this.frame.title = this.title || "a Kernelscope figure";
		const src = this.getAttribute("src"), url = src && `${src.split("#")[0]}#${encodeURIComponent(JSON.stringify(this.fragment()))}`;
		if (!url || url === this.shown) return;
		this.shown = url;
		this.frame.src = url;
	}
}

customElements.get("kernelscope-figure") ?? customElements.define("kernelscope-figure", KernelscopeFigure);
