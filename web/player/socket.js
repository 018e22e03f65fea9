// A native run in place of the program: 'viewer serve' sends its frames, and takes the requests of one viewer.

/** Socket answers with the last frame that has arrived. */
class Socket {
	constructor() {
		this.from = new Frames();
		this.drives = false;
	}

	/** start connects, and waits for the first frame. */
	start() {
		return new Promise((done, fail) => {
			this.socket = new WebSocket(new URL("socket", location.href.split("#")[0]).href.replace(/^http/, "ws"));
			this.socket.binaryType = "arraybuffer";
			this.socket.onmessage = ({ data }) => {
				if (typeof data === "string") return this.#told(JSON.parse(data));
				this.from.feed(new Uint8Array(data));
				if (!this.head) return (this.arrays = new Arrays((this.head = this.from.head()).still));
				this.arrays.apply(this.frame = this.from.next());
				done();
				requestAnimationFrame(() => this.#shown());
			};
			this.socket.onclose = (e) => {
				fail(new Error(e.reason || "there is no connection to the viewer that serves it"));
				this.#end(e.reason);
			};
		});
	}

	/** #shown paints the last frame and asks for another one: a slow or hidden page gets fewer. */
	#shown() {
		globalThis.player?.paint();
		if (this.socket.readyState === WebSocket.OPEN) this.socket.send('{"do":"shown"}');
	}

	/** #told says who drives, or why a request was refused. */
	#told({ drives, viewers, refused }) {
		if (refused) return globalThis.player?.tell(refused);
		[this.drives, this.viewers] = [drives, viewers];
		this.#role();
	}

	#role() {
		for (const id of ["run", "panel"]) $(id).inert = !this.drives;
		$("viewers").hidden = this.viewers < 2;
		$("yield").hidden = !this.drives;
		say($("role"), this.drives ? `You drive; ${this.viewers === 2 ? "another viewer watches" : `${this.viewers - 1} others watch`}.` : "Another viewer drives; you watch.");
	}

	#end(reason) {
		if (!globalThis.player) return;
		for (const id of ["run", "panel", "yield"]) $(id).inert = true;
		globalThis.player.tell(`The connection has ended${reason ? `: ${reason}` : ""}. Reload the page to connect again.`);
	}

	open() {}

	about() {
		return JSON.stringify(this.head.about);
	}

	state() {
		return JSON.stringify(this.frame.state);
	}

	do(request) {
		if (this.socket.readyState !== WebSocket.OPEN) throw new Error("The connection has ended. Reload the page to connect again.");
		this.socket.send(request);
	}

	advance() {}

	array(lane, name) {
		return this.arrays.copy(lane, name);
	}

	told() {
		return this.frame.told;
	}

	command() {
		return this.frame.command;
	}
}
