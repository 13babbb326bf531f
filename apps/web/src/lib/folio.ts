const folio = /\b([AC])-(?=\d{6}\b)/g

/** Keeps the folios of a text whole where its lines break: a word joiner (U+2060) follows the hyphen. */
export function keepFolios(text: string): string {
  return text.replace(folio, '$1-\u2060')
}
