import type { Day } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { TextFieldType } from './content.ts'

/** Money is in centavos, a rate is a fraction: 0.18 is 18 %. */
export type TextValue = string | Cents | Day | number

/** A place in a text, `{name}`, that is filled with a value of the installation or the contract. */
export interface TextField {
  name: string
  type: TextFieldType
  /** What it stands for, in Spanish. */
  description: string
  /** Undefined: a sample loan gives it. */
  sample?: TextValue
  /** True: about a person, their money or their account, so it stands in no part that others may read. */
  is_private?: boolean
  /** What its value looks like; another value counts as missing. Fields that others may read have one. */
  form?: RegExp
}

/** Says when a paragraph is part of the text. */
export interface TextCondition {
  name: string
  /** Completes «Este párrafo se muestra …», in Spanish. */
  description: string
}

/** A text that a version must contain, also as a field, in a paragraph without a condition. */
export interface RequiredElement {
  text: string
  /** What is missing without it, in Spanish. */
  name: string
}

/** A place of a paper: its sections look alike and stand together. */
export interface TextPart {
  name: string
  /** What stands there, in Spanish. */
  title: string
  /** How its paragraphs are read, in Spanish. */
  hint: string
  /** Part of the cover sheet, which fits one page. */
  is_cover: boolean
  /** Its paragraphs may have a label: `Etiqueta: texto`. */
  has_labels: boolean
}

/** What fills the fields of a text, and the names of the conditions that hold. */
export interface TextValues {
  /** By the name of the field. A value that is missing, null or empty reads «por publicar». */
  values: Readonly<Record<string, TextValue | null | undefined>>
  conditions: readonly string[]
}
