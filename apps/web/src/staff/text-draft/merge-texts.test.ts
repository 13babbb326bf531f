import { expect, test } from 'vitest'
import { noticeOf } from '../../../test/texts.ts'
import { applyEdit, editingOf, type StoredText, storedOf } from './editing.ts'
import { mergeTexts } from './merge-texts.ts'

const textOf = (last?: string, title = 'Aviso'): StoredText => ({
  content: { ...noticeOf(last), title },
  summary: '',
})
const normal = (stored: StoredText) => storedOf(editingOf(stored), false)

test('keeps what each of two admins changed', () => {
  const { text, clashes } = mergeTexts({
    ...{ initial: textOf('Uno.'), typed: textOf('Uno.', 'Mío'), fresh: textOf('Dos.') },
  })
  expect(normal(text)).toEqual(normal(textOf('Dos.', 'Mío')))
  expect(clashes).toEqual({})
})

test('keeps the typed text at a place that both changed, and says what the other wrote', () => {
  const { text, clashes } = mergeTexts({
    ...{ initial: textOf('Uno.'), typed: textOf('Dos.'), fresh: textOf('Tres.') },
  })
  expect(normal(text)).toEqual(normal(textOf('Dos.')))
  expect(clashes).toEqual({ 'sections.1.paragraphs.1': 'Otra persona lo cambió: ahora es «Tres.».' })
})

test('takes over new sections of the other, and keeps the typed text as a whole if both changed parts', () => {
  const initial = textOf('Uno.')
  const longer = storedOf(applyEdit(editingOf(initial), { kind: 'add section' }), false)
  expect(mergeTexts({ initial, typed: initial, fresh: longer })).toEqual({ text: longer, clashes: {} })
  const typed = textOf('Dos.')
  const merged = mergeTexts({ initial, typed, fresh: longer })
  expect(merged.text).toEqual(typed)
  expect(Object.keys(merged.clashes)).toEqual(['sections'])
})

test('keeps the typed text as a whole if the other moved a section or both have other headings', () => {
  const [initial, typed] = [textOf('Uno.'), textOf('Dos.')]
  const { title, sections } = initial.content
  const moved = { ...initial, content: { title, sections: sections.toReversed() } }
  const renamed = {
    ...initial,
    content: { title, sections: sections.map((one) => ({ ...one, heading: `${one.heading}, nuevo` })) },
  }
  for (const fresh of [moved, renamed]) {
    const merged = mergeTexts({ initial, typed, fresh })
    expect(merged.text).toEqual(typed)
    expect(Object.keys(merged.clashes)).toEqual(['sections'])
  }
  expect(mergeTexts({ initial, typed: moved, fresh: moved })).toEqual({ text: moved, clashes: {} })
})

test('brings back removed parts at their places, the newest first', () => {
  const start = editingOf(textOf('Uno.'))
  const [first, second] = start.sections
  const paragraph = second?.paragraphs[0]
  if (first === undefined || second === undefined || paragraph === undefined) return expect.unreachable()
  const fewer = applyEdit(start, { kind: 'remove paragraph', of: second.key, key: paragraph.key })
  const fewest = applyEdit(fewer, { kind: 'remove section', of: first.key })
  expect(fewest.sections).toHaveLength(1)
  const back = applyEdit(applyEdit(fewest, { kind: 'undo' }), { kind: 'undo' })
  expect(back).toEqual(start)
})
