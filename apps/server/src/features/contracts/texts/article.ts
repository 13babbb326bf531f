/** A numbered clause: its heading and what it says. */
export interface Article {
  heading: string
  paragraphs: string[]
}
