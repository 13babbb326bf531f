/** A numbered clause of a contract. */
export interface Article {
  heading: string
  paragraphs: string[]
}
