import { VisuallyHidden } from '@mantine/core'
import type { SectionDiff, TextChange, TextDiff as TextDifference } from '@quincena/domain/texts/schema'
import { pluralize } from '../lib/pluralize.ts'
import classes from './text-diff.module.css'

type Part = TextChange['parts'][number]

/** Words of one kind. Screen readers say where added and removed ones begin and end. */
function Words({ part: { kind, text } }: { part: Part }) {
  if (kind === 'same') return text
  const Mark = kind === 'added' ? 'ins' : 'del'
  const words = text.trimStart()
  // The space stays outside: a line breaks before the sign, never between it and the first word.
  return (
    <>
      {text.slice(0, text.length - words.length)}
      <Mark className={classes[kind]}>
        <VisuallyHidden>{kind === 'added' ? ' [se agrega: ' : ' [se quita: '}</VisuallyHidden>
        {words}
        <VisuallyHidden>] </VisuallyHidden>
      </Mark>
    </>
  )
}

function Change({ change: { parts } }: { change: TextChange }) {
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the text.
    <Words key={place} part={part} />
  ))
}

const sectionLabels = {
  same: null,
  added: 'Sección nueva',
  removed: 'Sección que se quita',
  changed: null,
} as const

function Section({ section, hasAll }: { section: SectionDiff; hasAll: boolean }) {
  const { kind, heading, paragraphs } = section
  const label = sectionLabels[kind]
  const shown = hasAll ? paragraphs : paragraphs.filter((paragraph) => paragraph.kind !== 'same')
  return (
    <section className={classes.section} data-kind={kind}>
      {label !== null && <p className={classes.label}>{label}</p>}
      <h3 className={classes.heading}>
        <Change change={heading} />
      </h3>
      {shown.map((paragraph, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in the section.
        <p key={place} className={classes.paragraph} data-kind={paragraph.kind}>
          <Change change={paragraph} />
        </p>
      ))}
    </section>
  )
}

const isChanged = ({ kind }: { kind: string }) => kind !== 'same'

/** True if two texts are the same. */
const isSameText = ({ title, sections }: TextDifference) => ![title, ...sections].some(isChanged)

/** Says which marks mean added and removed. */
function Legend() {
  return (
    <p className={classes.legend} aria-hidden>
      <ins className={classes.added}>Se agrega</ins> <del className={classes.removed}>Se quita</del>
    </p>
  )
}

interface TextDiffProps {
  diff: TextDifference
  /** Shows also what is the same. Default: only sections with changes, and in them only changed paragraphs. */
  hasAll?: boolean
}

/** What differs between two texts: added words are underlined, removed ones struck through. */
export function TextDiff({ diff, hasAll = false }: TextDiffProps) {
  const { title, sections } = diff
  if (isSameText(diff)) return <p className={classes.note}>Los dos textos son iguales.</p>
  const changed = sections.filter(isChanged)
  const same = sections.length - changed.length
  return (
    <div className={classes.diff}>
      <Legend />
      {(hasAll || isChanged(title)) && (
        <p className={classes.title}>
          <Change change={title} />
        </p>
      )}
      {(hasAll ? sections : changed).map((section, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is its place in the text.
        <Section key={place} section={section} hasAll={hasAll} />
      ))}
      {!hasAll && same > 0 && (
        <p className={classes.note}>{pluralize(same, 'sección sigue igual.', 'secciones siguen iguales.')}</p>
      )}
    </div>
  )
}
