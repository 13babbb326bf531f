import { NativeSelect } from '@mantine/core'
import type { TextDocumentName } from '@quincena/domain/texts/content'
import { textDocuments } from '@quincena/domain/texts/documents'
import type { EditedSection } from './editing.ts'

/** From this number of sections on, scrolling to one takes too long. */
const MANY_SECTIONS = 12

interface SectionJumpProps {
  document: TextDocumentName
  sections: readonly EditedSection[]
  /** Goes to the section at an index. */
  onJump: (index: number) => void
}

/** The sections of a long text by their place, to go to one. */
export function SectionJump({ document, sections, onJump }: SectionJumpProps) {
  if (sections.length < MANY_SECTIONS) return null
  const options = sections.map(({ heading, part }, index) => ({
    ...{ part, value: String(index) },
    label: `${index + 1}. ${heading === '' ? 'Sin título' : heading}`,
  }))
  const { parts } = textDocuments[document]
  const groups = parts.map(({ name, title }) => ({
    group: title,
    items: options.filter(({ part }) => part === name),
  }))
  const others = options.filter(({ part }) => parts.every(({ name }) => name !== part))
  return (
    <NativeSelect
      label="Ir a una sección"
      value=""
      onChange={(event) => onJump(Number(event.currentTarget.value))}
      data={[
        { value: '', label: `${sections.length} secciones`, disabled: true },
        ...groups.filter(({ items }) => items.length > 0),
        ...others,
      ]}
    />
  )
}
