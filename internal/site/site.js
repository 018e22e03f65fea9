// Theme, search, and figures that run. Pages are read without it.
"use strict";

const $ = (id) => document.getElementById(id), root = document.documentElement;

/** kept reads or writes what is remembered for the reader; some browsers remember nothing for files. */
function kept(value) {
	try {
		if (value !== undefined) localStorage.setItem("theme", value);
		return localStorage.getItem("theme");
	} catch {
		return null;
	}
}

if (kept()) root.dataset.theme = kept(); // before anything is drawn

document.addEventListener("DOMContentLoaded", () => {
	for (const id of ["site-find", "site-theme"]) $(id).hidden = false;
	$("site-theme").addEventListener("click", () => {
		const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
		root.dataset.theme = kept(dark ? "light" : "dark") ?? (dark ? "light" : "dark");
	});
	for (const link of document.querySelectorAll(":not(td) > .runs > a.run")) link.addEventListener("click", (e) => run(e, link));
	$("site-query").addEventListener("focus", load, { once: true });
	$("site-query").addEventListener("input", search);
	document.addEventListener("keydown", (e) => {
		if (e.key === "/" && !/^(INPUT|TEXTAREA)$/.test(e.target.tagName)) {
			e.preventDefault();
			$("site-query").focus();
		}
		if (e.key === "Escape") close();
		if (e.key === "ArrowDown" || e.key === "ArrowUp") step(e, e.key === "ArrowDown" ? 1 : -1);
	});
	document.addEventListener("click", (e) => $("site-find").contains(e.target) || close());
});

/** run puts a figure that runs in the place of its picture; in tables, which are too narrow, links lead to it. */
function run(e, link) {
	if (e.ctrlKey || e.metaKey || e.shiftKey) return; // in another tab
	e.preventDefault();
	const frame = document.createElement("iframe"), picture = link.parentElement.querySelector("img");
	frame.title = picture.alt;
	frame.src = link.href + (root.dataset.theme ? `#{'theme':'${root.dataset.theme}'}` : "");
	link.parentElement.replaceWith(frame);
	frame.focus();
}

let sections = null; // that are searched: where, page, heading, text

/** load loads the index: as a script, since pages from a disk may fetch nothing. */
function load() {
	const script = document.createElement("script");
	script.src = root.dataset.root + "index.js";
	document.head.append(script);
}

/** found is what the index calls. */
function found(all) {
	sections = all.map((s) => [...s, s[1].toLowerCase(), s[2].toLowerCase(), s[3].toLowerCase()]);
	search();
}

/** search lists the sections with all words of the query, those first that have them in their headings. */
function search() {
	const words = $("site-query").value.toLowerCase().split(/\s+/).filter(Boolean), out = [];
	if (!sections || !words.length) return close();
	for (const s of sections) {
		let score = 0;
		for (const w of words) {
			const at = s[6].indexOf(w), of = (s[5].includes(w) ? 8 : 0) + (s[4].includes(w) ? 4 : 0) + (at >= 0 ? 1 + 1 / (1 + at / 200) : 0);
			if (!of) score = -Infinity;
			score += of;
		}
		if (score > 0) out.push([score, s]);
	}
	out.sort((a, b) => b[0] - a[0]);
	$("site-results").replaceChildren(...out.slice(0, 10).map(([, s]) => result(s, words)));
	if (!out.length) $("site-results").append("Nothing has all these words.");
	$("site-results").hidden = false;
}

/** result makes an entry: page, heading, and the text around the first word. */
function result([where, page, heading, text], words) {
	const item = document.createElement("li"), link = document.createElement("a"), snippet = document.createElement("small");
	link.href = root.dataset.root + where;
	link.textContent = heading === page ? page : `${page}: ${heading}`;
	link.addEventListener("click", close);
	const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40), from = at ? text.indexOf(" ", at) + 1 : 0;
	snippet.textContent = (from ? "… " : "") + text.slice(from, from + 130) + (text.length > from + 130 ? " …" : "");
	item.append(link, snippet);
	return item;
}

/** step moves the focus among the results. */
function step(e, by) {
	const all = [$("site-query"), ...$("site-results").querySelectorAll("a")], at = all.indexOf(document.activeElement);
	if ($("site-results").hidden || at < 0) return;
	e.preventDefault();
	all[Math.max(0, Math.min(all.length - 1, at + by))].focus();
}

function close() {
	$("site-results").hidden = true;
}
