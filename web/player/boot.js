// Unpacks the program and its data, and starts the player.

/** part returns the unpacked bytes of a part of the page as a stream. */
function part(id) {
	const text = $(id)?.textContent.trim() ?? "", [size, body] = text.split(":");
	if (!body || body.length !== Number(size)) throw new Error("damaged");
	const bytes = Uint8Array.fromBase64?.(body) ?? Uint8Array.from(atob(body), (c) => c.charCodeAt(0));
	return new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
}

/** program starts the program of a page. */
async function program(page) {
	const go = new Go(), ready = new Promise((done) => (globalThis.kernelscopeReady = done));
	const { instance } = await WebAssembly.instantiateStreaming(new Response(part("program"), { headers: { "Content-Type": "application/wasm" } }), go.importObject);
	go.run(instance).then(() => stop("The program of this page has ended by a fault of its own. Reload the page."));
	page.memory = () => instance.exports.mem.buffer.byteLength;
	return ready;
}

async function boot() {
	$("problem").className = "calm";
	say($("problem"), "The program is being unpacked …");
	const began = performance.now();
	let page;
	try {
		page = JSON.parse($("scene").textContent);
		dress(page.themes.find((t) => t.name === page.theme) ?? page.themes[matchMedia("(prefers-color-scheme: light)").matches ? 1 : 0]);
		if (page.scene.caption) [$("caption").hidden, $("caption").textContent] = [false, page.scene.caption];
		if (page.recorded) globalThis.kernelscope = inPlace(new Recording());
		if (!page.served) {
			const [data] = await Promise.all([new Response(part("data")).arrayBuffer(), page.recorded ? null : program(page)]);
			page.data = new Uint8Array(data);
		}
	} catch (e) {
		console.error(e);
		return stop("This file is damaged: a part of it is missing or was changed. Get it again, or export it again.");
	}
	try {
		if (page.served) {
			say($("problem"), "Connecting …");
			const socket = new Socket();
			globalThis.kernelscope = inPlace(socket);
			await socket.start();
		}
		const scene = fragment() ?? {};
		let refused = "";
		try {
			call("open", JSON.stringify(asked(page, scene)), page.data);
		} catch (e) {
			if (!Object.keys(scene).length) throw e;
			call("open", JSON.stringify(page.scene), page.data); // the fragment is of another page
			refused = `The address asks for what this page does not have: ${e.message}.`;
			history.replaceState(null, "", "#");
		}
		$("problem").className = "";
		say($("problem"), "");
		const player = globalThis.player = new Player(page);
		const isNew = !fragment()?.family; // of a fragment that at most chooses colours
		player.adopt(isNew ? { ...page.scene, ...fragment() } : fragment());
		player.advance(0);
		player.tell(refused);
		if (isNew) player.tour?.show(0, true);
		document.documentElement.dataset.ready = Math.round(performance.now() - began);
	} catch (e) {
		console.error(e);
		return stop(e.message.includes("damaged") ? "This file is damaged: what it shows cannot be read. Get it again, or export it again." : `This page cannot run: ${e.message}.`);
	}
	$("page").removeAttribute("aria-busy");
}

function stop(text) {
	$("problem").className = "";
	say($("problem"), text);
	document.documentElement.dataset.failed = "true";
	$("page").removeAttribute("aria-busy");
}

boot();
