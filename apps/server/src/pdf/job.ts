/**
 * The kinds of documents with their data. A module that has a document adds its kind with `declare module`, and
 * `src/pdf-worker.ts` maps each kind to the function that builds it; the compiler refuses a kind without a function.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules above add their documents by declaration merging
export interface PdfDocuments {}

/** A message to the rendering thread: the kind of document and its data. */
export type RenderJob = {
  [Kind in keyof PdfDocuments]: { kind: Kind; data: PdfDocuments[Kind] }
}[keyof PdfDocuments]

export type RenderReply = { bytes: Uint8Array } | { error: string }
