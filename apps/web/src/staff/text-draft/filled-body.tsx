import type { FilledText, TextDocumentName } from '@quincena/domain/texts/content'
import { textDocuments } from '@quincena/domain/texts/documents'
import classes from './text-draft.module.css'

type Section = FilledText['sections'][number]

/** The paragraphs of a section, each after its label if it has one. */
function Paragraphs({ section: { paragraphs, labels = [] } }: { section: Section }) {
  return paragraphs.map((paragraph, index) => {
    const label = labels[index]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in the section.
      <p key={index}>
        {label != null && <span className={classes.label}>{label}: </span>}
        {paragraph}
      </p>
    )
  })
}

function Body({ section, number }: { section: Section; number?: number }) {
  const { heading, category } = section
  return (
    <section>
      {category !== undefined && <p className={classes.hint}>{category}</p>}
      <h3 className={classes.filledHeading}>{number === undefined ? heading : `${number}. ${heading}`}</h3>
      <Paragraphs section={section} />
    </section>
  )
}

interface FilledBodyProps {
  document: TextDocumentName
  text: FilledText
}

/** A filled text; the sections of a document with places in the order of the paper, under the name of each place. */
export function FilledBody({ document, text: { title, sections } }: FilledBodyProps) {
  const { parts } = textDocuments[document]
  const groups = parts.map((part) => ({ part, of: sections.filter((section) => section.part === part.name) }))
  const others = sections.filter(({ part }) => parts.every(({ name }) => name !== part))
  return (
    <article className={classes.filled}>
      <p className={classes.filledTitle}>{title}</p>
      {groups
        .filter(({ of }) => of.length > 0)
        .map(({ part, of }) => (
          <div key={part.name} className={classes.filledPart}>
            <p className={classes.hint}>{part.title}</p>
            {of.map((section, place) => (
              <Body
                // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place in the text.
                key={place}
                section={section}
                {...(part.name === 'clause' && { number: place + 1 })}
              />
            ))}
          </div>
        ))}
      {others.map((section, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place in the text.
        <Body key={place} section={section} />
      ))}
    </article>
  )
}
