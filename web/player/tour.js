// A guided tour: the stops of a storyboard.

/** Tour goes from stop to stop. A scene plays to a stop and waits there, and the reader goes on or back. */
class Tour {
	constructor(player, { scenes, stops }) {
		[this.player, this.scenes, this.stops] = [player, scenes, stops];
		this.at = this.scene = 0;
		this.key = null; // of the scene as it was opened
		this.motion = 0; // a frame that is asked for
		$("tour").hidden = false;
		$("previous").addEventListener("click", () => this.turn(-1));
		$("next").addEventListener("click", () => this.turn(1));
		this.#tell();
	}

	/** #key tells the scene that is shown from others. */
	#key() {
		const { runs, clock, source, target, all, keys, view, roads } = this.player.scene();
		return JSON.stringify([runs, clock, source, target, all, keys, view, roads]);
	}

	/** turn goes to the next stop or to the one before. While a stop plays, it is reached first. */
	turn(by) {
		const to = this.at + by;
		if (this.motion) this.#move(1);
		if (to < 0 || to >= this.stops.length) return;
		this.show(to, by > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches);
	}

	/** show plays to a stop, or is there immediately. A scene that the reader has changed is opened anew. */
	show(to, plays) {
		const stop = this.stops[to], p = this.player;
		[this.at, this.motion] = [to, 0];
		if (p.state.time.playing) p.do({ do: "pause" }, true);
		this.key ??= this.#key();
		if (this.scene !== stop.scene || this.key !== this.#key()) {
			p.open({ ...this.scenes[stop.scene], part: stop.scene });
			this.scene = stop.scene;
			this.key = this.#key();
		}
		this.#tell();
		this.eye = p.picture.eye?.(stop.frame);
		if (!plays || !stop.seconds) return this.#move(1);
		const began = performance.now(), frame = (now) => {
			if (this.motion) this.#move(Math.min(1, Math.max(0, now - began) / (1000 * stop.seconds)), frame);
		};
		this.motion = requestAnimationFrame(frame);
	}

	/** #move moves the clock and the camera to a part of the way. */
	#move(t, then) {
		const { from, to } = this.stops[this.at];
		this.eye?.(t * t * (3 - 2 * t));
		this.motion = t < 1 ? requestAnimationFrame(then) : 0;
		this.player.do({ do: "clock-at", at: t < 1 ? from + (to - from) * t : to }, true);
	}

	/** rest leaves the clock to the reader. */
	rest() {
		this.motion = 0;
	}

	/** free leaves the camera to the reader. */
	free() {
		this.eye = null;
	}

	#tell() {
		say($("told"), this.stops[this.at].caption);
		say($("stop"), `${this.at + 1} of ${this.stops.length}`);
		[$("previous").disabled, $("next").disabled] = [this.at === 0, this.at === this.stops.length - 1];
	}

	/** adopt is at a stop that a fragment names, whose scene the reader may have changed. */
	adopt(at) {
		if (!this.stops[at]) return;
		[this.at, this.scene] = [at, -1];
		this.#tell();
	}
}
