const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Control characters, and those that turn the direction of a text and so could make an amount or address look another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Returns a text of data without characters that change how the rest of a mail is read. */
export const cleanText = (text: string) => text.replaceAll('\r\n', '\n').replace(unprintable, ' ')

/** HTML whose data is escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | Markup | readonly Markup[]

function escapeValue(value: Value): string {
  if (value instanceof Markup) return value.text
  if (typeof value !== 'string') return value.map(({ text }) => text).join('')
  return cleanText(value).replace(/[&<>"']/g, (character) => escapes[character] ?? '')
}

/** Template of HTML: every value is escaped unless it is markup of this function. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(escapeValue)))
}
