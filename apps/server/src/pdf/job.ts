import type { PaperBrand } from './brand.ts'

/**
 * The kinds of documents with their data. A module that has a document adds its kind with `declare module`, and
 * `src/pdf-worker.ts` maps each kind to the function that builds it; the compiler refuses a kind without a function.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules above add their documents by declaration merging
export interface PdfDocuments {}

/** The kind of a document and its data. */
export type PdfContent = {
  [Kind in keyof PdfDocuments]: { kind: Kind; data: PdfDocuments[Kind] }
}[keyof PdfDocuments]

/** A message to the rendering thread: a document and the brand that it shows; undefined for the product's own. */
export type RenderJob = PdfContent & { brand: PaperBrand | undefined }

export type RenderReply = { bytes: Uint8Array } | { error: string }
