import type { TextContent, TextParagraph, TextSection } from './content.ts'
import type { DiffPart, SectionDiff, TextChange, TextDiff } from './schema.ts'
import { alignBy, diffWords, similarity, wordsOf } from './word-diff.ts'

const only = (kind: 'same' | 'added' | 'removed', text: string): TextChange => ({
  kind,
  parts: text === '' ? [] : [{ kind, text }],
})

/** What differs between two texts of one place. */
function changeOf(from: string, to: string): TextChange {
  return from === to ? only('same', to) : { kind: 'changed', parts: diffWords(from, to) }
}

/** Two texts with a smaller share of common words are different ones. */
const ALIKE = 0.4

/** The words for a text's conditions and places; without them their names stand for themselves. */
export interface DiffWords {
  conditions?: ReadonlyMap<string, string>
  parts?: ReadonlyMap<string, string>
}

/** A condition is part of the paragraph: without it the paragraph reads otherwise. */
const paragraphText = ({ text, when }: TextParagraph, { conditions }: DiffWords) =>
  when === undefined ? text : `[${conditions?.get(when) ?? when}] ${text}`

/** The heading without its number, which changes when a section is put before it. */
const nameOf = (heading: string) => heading.replace(/^[\s\d.)-]+/, '').toLowerCase()

/** Compares what is the same in both texts by `name`, otherwise by words. */
interface Comparable<Item> {
  item: Item
  name: string
  words: readonly string[]
}

function likeness(from: Comparable<unknown>, to: Comparable<unknown>): number {
  if (from.name === to.name) return 1
  const share = similarity(from.words, to.words)
  return share < ALIKE ? 0 : share
}

const comparableParagraph = (paragraph: TextParagraph, words: DiffWords): Comparable<string> => {
  const item = paragraphText(paragraph, words)
  return { item, name: item, words: wordsOf(item) }
}

function comparableSection(item: TextSection): Comparable<TextSection> {
  const { heading, paragraphs } = item
  return {
    ...{ item, name: nameOf(heading) },
    words: [heading, ...paragraphs.map(({ text }) => text)].flatMap(wordsOf),
  }
}

/** `alignBy` of two lists by what their items compare as. */
const alignComparable = <Item>(from: readonly Comparable<Item>[], to: readonly Comparable<Item>[]) =>
  alignBy(from, to, likeness).map(([older, newer]) => [older?.item, newer?.item] as const)

function paragraphDiffs(from: TextSection, to: TextSection, words: DiffWords): TextChange[] {
  const comparable = ({ paragraphs }: TextSection) =>
    paragraphs.map((paragraph) => comparableParagraph(paragraph, words))
  const pairs = alignComparable(comparable(from), comparable(to))
  return pairs.map(([older, newer]) => {
    if (older === undefined) return only('added', newer ?? '')
    return newer === undefined ? only('removed', older) : changeOf(older, newer)
  })
}

/** A section that only one of the texts has. */
const wholeSection = (kind: 'added' | 'removed', section: TextSection, words: DiffWords): SectionDiff => ({
  kind,
  heading: only(kind, headingText(section, words)),
  paragraphs: section.paragraphs.map((paragraph) => only(kind, paragraphText(paragraph, words))),
})

/** The heading, after the place of the section in documents that have places. */
const headingText = ({ heading, part }: TextSection, { parts }: DiffWords) =>
  part === undefined ? heading : `${parts?.get(part) ?? part} · ${heading}`

function changedSection(from: TextSection, to: TextSection, words: DiffWords): SectionDiff {
  const heading = changeOf(headingText(from, words), headingText(to, words))
  const paragraphs = paragraphDiffs(from, to, words)
  const isSame = [heading, ...paragraphs].every(({ kind }) => kind === 'same')
  return { kind: isSame ? 'same' : 'changed', heading, paragraphs }
}

/**
 * Compares two texts by section and paragraph. A section is recognised by its heading without the number, otherwise by
 * its words; a moved one is removed and added. Of a changed paragraph the parts say which words were added and removed.
 */
export function diffTexts(from: TextContent, to: TextContent, words: DiffWords = {}): TextDiff {
  const pairs = alignComparable(from.sections.map(comparableSection), to.sections.map(comparableSection))
  const sections = pairs.flatMap(([older, newer]) => {
    if (older === undefined) return newer === undefined ? [] : [wholeSection('added', newer, words)]
    return [newer === undefined ? wholeSection('removed', older, words) : changedSection(older, newer, words)]
  })
  return { title: changeOf(from.title, to.title), sections }
}

/** One of the two texts of a change, put together again from its parts. */
export const textOfChange = ({ parts }: TextChange, side: 'from' | 'to'): string =>
  parts
    .filter(({ kind }: DiffPart) => kind === 'same' || kind === (side === 'from' ? 'removed' : 'added'))
    .map(({ text }) => text)
    .join('')
