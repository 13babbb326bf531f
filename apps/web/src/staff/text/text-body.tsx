import type { TextContent, TextDocumentName } from '@quincena/domain/texts/content'
import { textDocuments } from '@quincena/domain/texts/documents'
import classes from './text-body.module.css'

/** A paragraph with its fields set apart. */
function WithFields({ text }: { text: string }) {
  return text.split(/(\{\w+\})/).map((piece, place) =>
    piece.startsWith('{') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text.
      <span key={place} className={classes.field}>
        {piece}
      </span>
    ) : (
      piece
    ),
  )
}

interface TextBodyProps {
  document: TextDocumentName
  content: TextContent
}

/** A text as it is written: its fields stay places, and each condition is written above its paragraph. */
export function TextBody({ document, content: { title, sections } }: TextBodyProps) {
  const conditions = new Map(
    textDocuments[document].conditions.map(({ name, description }) => [name, description]),
  )
  const parts = new Map(textDocuments[document].parts.map(({ name, title: place }) => [name, place]))
  return (
    <article className={classes.text}>
      <p className={classes.title}>
        <WithFields text={title} />
      </p>
      {sections.map(({ heading, part, category, paragraphs }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place in the text.
        <section key={place}>
          {part !== undefined && <p className={classes.note}>{parts.get(part) ?? part}</p>}
          {category !== undefined && <p className={classes.note}>{category}</p>}
          <h3 className={classes.heading}>
            <WithFields text={heading} />
          </h3>
          {paragraphs.map(({ text, when }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in the section.
            <div key={index}>
              {when !== undefined && (
                <p className={classes.note}>Se muestra solo {conditions.get(when) ?? `si «${when}»`}:</p>
              )}
              <p>
                <WithFields text={text} />
              </p>
            </div>
          ))}
        </section>
      ))}
    </article>
  )
}
