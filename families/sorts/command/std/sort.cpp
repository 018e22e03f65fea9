// Sorts N keys of a type from standard input with std::sort. Writes the keys to standard output, and
// the time of the sort alone, in ns, to standard error. Keys have the host's order of bytes, which is
// little-endian wherever this is compiled.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

template <typename Key> static void sorted(std::size_t n) {
	std::vector<Key> keys(n);
	if (std::fread(keys.data(), sizeof(Key), n, stdin) != n) {
		std::fputs("keys are missing\n", stderr);
		std::exit(1);
	}
	const auto begin = std::chrono::steady_clock::now();
	std::sort(keys.begin(), keys.end());
	const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - begin;
	std::fwrite(keys.data(), sizeof(Key), n, stdout);
	if (std::fflush(stdout) != 0) {
		std::perror("standard output");
		std::exit(1);
	}
	std::fprintf(stderr, "%lld\n", static_cast<long long>(took.count()));
}

int main(int count, char **args) try {
	if (count != 3)
		return 2;
	const std::size_t n = std::strtoull(args[2], nullptr, 10);
	if (std::strcmp(args[1], "u32") == 0)
		sorted<std::uint32_t>(n);
	else if (std::strcmp(args[1], "i32") == 0)
		sorted<std::int32_t>(n);
	else if (std::strcmp(args[1], "u64") == 0)
		sorted<std::uint64_t>(n);
	else
		return 2;
} catch (const std::exception &e) {
	std::fprintf(stderr, "%s\n", e.what());
	return 1;
}
