interface Place {
  /** Id of the row that was opened. */
  row: number
  /** Scroll positions in pixels: of the table and of the page. */
  table_top: number
  page_top: number
}

const places = new Map<string, Place>()

/** Remembers where a list was left, by the key of its history entry, until the page is closed. */
export function rememberPlace(entry: string | undefined, place: Place): void {
  if (entry !== undefined) places.set(entry, place)
}

/** Where the list of a history entry was left; undefined for an entry that was left in another way. */
export const placeOf = (entry: string | undefined): Place | undefined =>
  entry === undefined ? undefined : places.get(entry)
