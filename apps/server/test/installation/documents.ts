import { readFileSync } from 'node:fs'

const folder = new URL('../../../../docs/operations/', import.meta.url)

/** The blocks of code in a language below a heading of an operations page, up to the next heading. */
export function blocksOf(
  page: string,
  { heading, language }: { heading: string; language: string },
): string[] {
  const text = readFileSync(new URL(`${page}.md`, folder), 'utf8')
  const part = text.split(/^(?=#{1,3} )/m).find((section) => section.split('\n')[0]?.endsWith(` ${heading}`))
  if (part === undefined) throw new Error(`docs/operations/${page}.md has no heading «${heading}»`)
  return [...part.matchAll(/^ *```(?<language>\w*)\n(?<code>[\s\S]*?)^ *```$/gm)]
    .filter(({ groups }) => groups?.language === language)
    .map(({ groups }) => groups?.code ?? '')
}

/**
 * Puts this machine's values in the place of a page's examples. Throws if the text lacks an example: then the page has
 * changed, and this test no longer does what the page says.
 */
export function fillIn(text: string, values: readonly (readonly [example: string, value: string])[]): string {
  return values.reduce((filled, [example, value]) => {
    if (!filled.includes(example)) throw new Error(`the page does not have «${example}» any more`)
    return filled.replaceAll(example, value)
  }, text)
}
