// Rows or columns: where each begins, in pixels. One of no size is hidden.
export const axisOf = (count, usual, runs, zoom = 1) => {
  const ends = new Float64Array(count + 1);
  const sizes = new Map();
  for (const [start, length, size] of runs) for (let at = start; at < Math.min(start + length, count); at++) sizes.set(at, size);
  for (let at = 0; at < count; at++) ends[at + 1] = ends[at] + Math.round((sizes.get(at) ?? usual) * zoom);
  const offset = (index) => ends[Math.max(0, Math.min(index, count))];
  const size = (index) => (index < 0 || index >= count ? 0 : ends[index + 1] - ends[index]);
  // The line under a pixel.
  const at = (pixel) => {
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (ends[middle] <= pixel) low = middle;
      else high = middle - 1;
    }
    while (low < count - 1 && !size(low)) low += 1;
    return Math.max(low, 0);
  };
  // The next line that is shown, going by one or more; the last there is at the edge.
  const step = (from, by) => {
    const way = Math.sign(by);
    let [last, left] = [from, Math.abs(by)];
    for (let next = from + way; next >= 0 && next < count && left; next += way)
      if (size(next)) [last, left] = [next, left - 1];
    return last;
  };
  const first = () => (size(0) || !count ? 0 : step(0, 1));
  return { count, offset, size, at, step, first, total: ends[count] };
};
