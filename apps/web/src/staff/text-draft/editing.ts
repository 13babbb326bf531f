import type { TextContent } from '@quincena/domain/texts/content'

/** A paragraph of the draft; `key` stays with it when it moves. */
export interface EditedParagraph {
  key: string
  text: string
  /** Name of its condition; empty for a paragraph that is always shown. */
  when: string
}

export interface EditedSection {
  key: string
  heading: string
  /** Name of the place where it stands; empty in documents without places. */
  part: string
  category: string
  keywords: string
  paragraphs: readonly EditedParagraph[]
}

/** The draft as its fields show it. */
export interface Editing {
  title: string
  summary: string
  sections: readonly EditedSection[]
  /** What was removed last, to bring it back; the newest is last. */
  removed: readonly Removed[]
}

type Removed =
  | { index: number; section: EditedSection }
  | { index: number; of: string; paragraph: EditedParagraph }

/** A draft as the server stores it. */
export interface StoredText {
  content: TextContent
  summary: string
}

let lastKey = 0
const newKey = () => {
  lastKey += 1
  return `part-${lastKey}`
}

const emptyParagraph = (): EditedParagraph => ({ key: newKey(), text: '', when: '' })
/** A new section stands where the one before it does. */
const emptySection = (part = ''): EditedSection => ({
  key: newKey(),
  heading: '',
  part,
  category: '',
  keywords: '',
  paragraphs: [emptyParagraph()],
})

/** The fields of a stored draft. Parts at the same place of `shown` keep their keys, so that a field keeps the focus. */
export function editingOf({ content, summary }: StoredText, shown?: Editing): Editing {
  const sections = content.sections.map((section, place) => {
    const { heading, part = '', category = '', keywords = '', paragraphs } = section
    const before = shown?.sections[place]
    return {
      ...{ key: before?.key ?? newKey(), heading, part, category, keywords },
      paragraphs: paragraphs.map(({ text, when = '' }, index) => ({
        ...{ key: before?.paragraphs[index]?.key ?? newKey(), text, when },
      })),
    }
  })
  return { title: content.title, summary, sections, removed: [] }
}

/** The text of the fields. Category and keywords are left out of a document that has none. */
export function storedOf({ title, summary, sections }: Editing, has_categories: boolean): StoredText {
  return {
    summary,
    content: {
      title,
      sections: sections.map(({ heading, part, category, keywords, paragraphs }) => ({
        heading,
        ...(part !== '' && { part }),
        ...(has_categories && { category }),
        ...(has_categories && keywords.trim() !== '' && { keywords }),
        paragraphs: paragraphs.map(({ text, when }) => ({ text, ...(when !== '' && { when }) })),
      })),
    },
  }
}

export type Edit =
  | { kind: 'load'; stored: StoredText }
  | { kind: 'text'; change: Partial<Pick<Editing, 'title' | 'summary'>> }
  | { kind: 'section'; of: string; change: Partial<Omit<EditedSection, 'key' | 'paragraphs'>> }
  | { kind: 'paragraph'; of: string; key: string; change: Partial<Omit<EditedParagraph, 'key'>> }
  | { kind: 'add section' }
  | { kind: 'add paragraph'; of: string }
  | { kind: 'remove section'; of: string }
  | { kind: 'remove paragraph'; of: string; key: string }
  | { kind: 'move section'; of: string; by: 1 | -1 }
  | { kind: 'move paragraph'; of: string; key: string; by: 1 | -1 }
  | { kind: 'renumber' }
  | { kind: 'undo' }

type EditOf<Kind extends Edit['kind']> = Extract<Edit, { kind: Kind }>
type Part = { key: string }

const changeOne = <Item extends Part>(list: readonly Item[], key: string, change: (item: Item) => Item) =>
  list.map((item) => (item.key === key ? change(item) : item))

/** Moves an item by one place; the first and the last stay where they are. */
function moveOne<Item extends Part>(list: readonly Item[], key: string, by: 1 | -1): readonly Item[] {
  const index = list.findIndex((item) => item.key === key)
  const [item, other] = [list[index], list[index + by]]
  if (item === undefined || other === undefined) return list
  return list.with(index, other).with(index + by, item)
}

const insert = <Item>(list: readonly Item[], index: number, item: Item) => list.toSpliced(index, 0, item)

function changeParagraphs(
  editing: Editing,
  of: string,
  change: (paragraphs: readonly EditedParagraph[]) => readonly EditedParagraph[],
): Editing {
  const sections = changeOne(editing.sections, of, (section) => ({
    ...section,
    paragraphs: change(section.paragraphs),
  }))
  return { ...editing, sections }
}

function removeSection(editing: Editing, { of }: EditOf<'remove section'>): Editing {
  const index = editing.sections.findIndex(({ key }) => key === of)
  const section = editing.sections[index]
  if (section === undefined) return editing
  return {
    ...editing,
    sections: editing.sections.toSpliced(index, 1),
    removed: [...editing.removed, { index, section }],
  }
}

function removeParagraph(editing: Editing, { of, key }: EditOf<'remove paragraph'>): Editing {
  const paragraphs = editing.sections.find((section) => section.key === of)?.paragraphs ?? []
  const index = paragraphs.findIndex((paragraph) => paragraph.key === key)
  const paragraph = paragraphs[index]
  if (paragraph === undefined) return editing
  const removed = [...editing.removed, { index, of, paragraph }]
  return { ...changeParagraphs(editing, of, (list) => list.toSpliced(index, 1)), removed }
}

type SectionEdit = EditOf<'add section' | 'section' | 'move section' | 'remove section'>

function editSection(editing: Editing, edit: SectionEdit): Editing {
  const { sections } = editing
  switch (edit.kind) {
    case 'add section':
      return { ...editing, sections: [...sections, emptySection(sections.at(-1)?.part)] }
    case 'section':
      return {
        ...editing,
        sections: changeOne(sections, edit.of, (section) => ({ ...section, ...edit.change })),
      }
    case 'move section':
      return { ...editing, sections: moveOne(sections, edit.of, edit.by) }
    case 'remove section':
      return removeSection(editing, edit)
  }
}

type ParagraphEdit = EditOf<'add paragraph' | 'paragraph' | 'move paragraph' | 'remove paragraph'>

function editParagraph(editing: Editing, edit: ParagraphEdit): Editing {
  switch (edit.kind) {
    case 'add paragraph':
      return changeParagraphs(editing, edit.of, (list) => [...list, emptyParagraph()])
    case 'paragraph':
      return changeParagraphs(editing, edit.of, (list) =>
        changeOne(list, edit.key, (paragraph) => ({ ...paragraph, ...edit.change })),
      )
    case 'move paragraph':
      return changeParagraphs(editing, edit.of, (list) => moveOne(list, edit.key, edit.by))
    case 'remove paragraph':
      return removeParagraph(editing, edit)
  }
}

/** Brings back what was removed last, at its place. A paragraph whose section is gone comes back with the section. */
function undo(editing: Editing): Editing {
  const last = editing.removed.at(-1)
  if (last === undefined) return editing
  const rest = { ...editing, removed: editing.removed.slice(0, -1) }
  if ('section' in last) return { ...rest, sections: insert(editing.sections, last.index, last.section) }
  return changeParagraphs(rest, last.of, (list) => insert(list, last.index, last.paragraph))
}

/** A number at the start of a heading: «3. » */
const NUMBER = /^\d+\.\s+/

/** The headings that start with a number get 1, 2, 3 … in their order; the others stay. */
function renumber(editing: Editing): Editing {
  let number = 0
  const sections = editing.sections.map((section) => {
    if (!NUMBER.test(section.heading)) return section
    number += 1
    return { ...section, heading: section.heading.replace(NUMBER, `${number}. `) }
  })
  return { ...editing, sections }
}

/** True if headings start with numbers that are not 1, 2, 3 … in their order. */
export function isMisnumbered(editing: Editing): boolean {
  const after = renumber(editing).sections
  return editing.sections.some(({ heading }, place) => after[place]?.heading !== heading)
}

/** The draft after one edit. */
export function applyEdit(editing: Editing, edit: Edit): Editing {
  switch (edit.kind) {
    case 'load':
      return editingOf(edit.stored, editing)
    case 'text':
      return { ...editing, ...edit.change }
    case 'undo':
      return undo(editing)
    case 'renumber':
      return renumber(editing)
    case 'add section':
    case 'section':
    case 'move section':
    case 'remove section':
      return editSection(editing, edit)
    default:
      return editParagraph(editing, edit)
  }
}
