import type { FilledText } from '@quincena/domain/texts/content'
import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { line, styles } from '../../../pdf/look.ts'
import { paragraph, section } from '../../../pdf/parts.ts'
import { labelledFields, packedFields } from './labelled-fields.ts'

type Section = FilledText['sections'][number]

/** The intro, then who is who. */
function parties(text: Section): ReactElement {
  const fields = labelledFields(text)
  const lines = fields.filter(({ label }) => label === undefined).flatMap((field) => field.lines)
  const labelled = fields.filter(({ label }) => label !== undefined)
  return h(View, { wrap: false }, section(text.heading), ...lines.map(paragraph), ...packedFields(labelled))
}

/** A section over the first of a group, so that no page ends with it. */
const groupTitle = (text: string, index: number) => (index === 0 ? section(text) : null)

function declaration({ heading, paragraphs }: Section, index: number): ReactElement {
  return h(
    View,
    { key: heading, style: { marginBottom: 3 }, wrap: false },
    groupTitle('Declaraciones', index),
    h(Text, { style: { ...styles.strong, marginBottom: 2 } }, heading),
    ...paragraphs.map((point, place) => paragraph(`${String.fromCharCode(97 + place)})  ${point}`)),
  )
}

/** A heading that stays with its first paragraph; no paragraph is split. */
function article(heading: string, [first = '', ...others]: readonly string[], above: ReactElement | null) {
  const strong = { ...styles.strong, marginBottom: 1.5 }
  const opening = h(View, { wrap: false }, above, h(Text, { style: strong }, heading), paragraph(first))
  const rest = others.map((text) => h(View, { key: text, wrap: false }, paragraph(text)))
  return h(View, { key: heading, style: { marginBottom: 4 } }, opening, ...rest)
}

const clause = ({ heading, paragraphs }: Section, index: number) =>
  article(`${index + 1}.  ${heading}`, paragraphs, groupTitle('Cláusulas', index))

const annex = ({ heading, paragraphs }: Section, index: number) =>
  article(heading, paragraphs, groupTitle('Anexos', index))

function signatureBox({ heading, paragraphs: [name = '', ...how] }: Section): ReactElement {
  const frame = { padding: 12, borderWidth: 0.75, borderColor: line, borderRadius: 6 }
  return h(
    View,
    { key: heading, style: { ...frame, flexGrow: 1, flexShrink: 1, flexBasis: 0 } },
    h(Text, { style: styles.label }, heading),
    h(Text, { style: { ...styles.value, marginTop: 2, marginBottom: 4 } }, name),
    ...how.map((text) => h(Text, { key: text, style: styles.label }, text)),
  )
}

/** What is signed, and the boxes of who signs, on one page. */
function closing(texts: readonly Section[], signers: readonly Section[]): ReactElement {
  const texts_of = ({ heading, paragraphs }: Section) => [section(heading), ...paragraphs.map(paragraph)]
  const boxes = { flexDirection: 'row', gap: 12, marginTop: 4 } as const
  return h(
    View,
    { wrap: false },
    ...texts.flatMap(texts_of),
    h(View, { style: boxes }, ...signers.map(signatureBox)),
  )
}

/** The contract after its cover sheet and the table of payments: parties, declarations, clauses, signatures, annexes. */
export function contractBody(sections: readonly Section[]): ReactElement[] {
  const of = (name: string) => sections.filter(({ part }) => part === name)
  return [
    ...of('parties').map(parties),
    ...of('declaration').map(declaration),
    ...of('clause').map(clause),
    closing(of('closing'), of('signer')),
    ...of('annex').map(annex),
  ]
}
