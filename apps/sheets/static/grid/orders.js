// Within a filter view that sorts, rows are seen in another order than they stand in on the sheet. The grid counts
// places, from the top of the page; whoever else is told of cells is told of the sheet's rows.
export const orderOf = (given) => {
  const [top, rows] = given ?? [0, []];
  const end = top + rows.length;
  const places = new Map(rows.map((row, at) => [row, top + at]));
  const rowOf = (place) => rows[place - top] ?? place;
  const placeOf = (row) => places.get(row) ?? row;
  const touches = (range) => rows.length > 0 && range.top < end && range.bottom > top;
  // The parts of a range, by other numbers of its rows. Those that come one after another are one part.
  const parts = (range, map, isSorted) => {
    if (!touches(range)) return [range];
    const within = [];
    for (let at = Math.max(range.top, top); at < Math.min(range.bottom, end); at++) within.push(map(at));
    if (isSorted) within.sort((one, other) => one - other);
    const found = [];
    const put = (from, to) => {
      if (from >= to) return;
      if (found.at(-1)?.bottom === from) found.at(-1).bottom = to;
      else found.push({ ...range, top: from, bottom: to });
    };
    put(range.top, Math.min(range.bottom, top));
    for (const row of within) put(row, row + 1);
    put(Math.max(range.top, end), range.bottom);
    return found;
  };
  return {
    mark: given ? `${top}:${rows}` : "",
    rowOf,
    placeOf,
    touches,
    end,
    // The cells of the sheet that are seen in a range of the page: from above on the sheet, or as they are seen.
    onSheet: (range) => parts(range, rowOf, true),
    asSeen: (range) => parts(range, rowOf, false),
    // Where the cells of a range of the sheet are seen.
    onPage: (range) => parts(range, placeOf, true),
  };
};
