import { z } from 'zod'
import { approval } from '../approvals/schema.ts'
import { day, id, idText, instant, required, textUpTo } from '../fields.ts'
import {
  filledText,
  TEXT_CONTENT_LIMITS,
  TEXT_FIELD_TYPES,
  textContent,
  textDocumentName,
} from './content.ts'

/** A label such as `2.1`, unique in its document. */
export const versionLabel = required('Escribe la versión', TEXT_CONTENT_LIMITS.version).regex(
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  'Usa solo letras, números, puntos y guiones, sin espacios',
)

/** Who did something, and when; the name is null for what the installation did itself. */
const doneBy = { name: z.string().nullable(), at: instant }

const versionFacts = {
  version: z.string(),
  effective_date: day,
  /** What changed against the version before it, in words; empty for the first one. */
  summary: z.string(),
  /** SHA-256 of the text with the lender's data, as in `GET /legal/{document}`. */
  sha256: z.string(),
}

/** A version that was or is in force. */
const publicVersion = z.object({ ...versionFacts, is_in_force: z.boolean() })
export type PublicVersion = z.infer<typeof publicVersion>

/** `GET /legal/{document}/versions`: newest first. */
export const publicVersions = z.object({ document: textDocumentName, versions: z.array(publicVersion) })

/** State of a version on the business day: waits for its date, in force, or replaced by a later one. */
const TEXT_VERSION_STATES = ['waiting', 'in_force', 'replaced'] as const

/** A version as admins see it. */
const textVersion = z.object({
  ...{ id, ...versionFacts, title: z.string(), state: z.enum(TEXT_VERSION_STATES) },
  created: z.object(doneBy),
  approved: z.object(doneBy),
  /** Published by one admin without a second person, before the lender's first payout. */
  is_alone: z.boolean(),
  /** Came with the program. */
  is_shipped: z.boolean(),
})
export type TextVersion = z.infer<typeof textVersion>

/** The draft of a document. `version` names one save, also after the draft was deleted or published; it goes into the next one. */
export const textDraft = z.object({
  content: textContent,
  summary: z.string(),
  version: z.int().positive(),
  updated: z.object(doneBy),
})
export type TextDraft = z.infer<typeof textDraft>

/** `PUT /texts/{document}/draft`. `version`: that of the draft that was edited, 0 to create it; a newer one is 409. */
export const textDraftBody = z.object({
  ...textContent.shape,
  summary: textUpTo(TEXT_CONTENT_LIMITS.summary).default(''),
  version: z.int().nonnegative().optional(),
})
export type TextDraftBody = z.infer<typeof textDraftBody>

/** `DELETE /texts/{document}/draft`. `version`: that of the draft that was read; another one is 409. */
export const textDraftDeletion = z.object({ version: idText.optional() })

/**
 * `POST /texts/{document}/preview`: a text, or without one the draft. `conditions` that hold; without it, the lender's.
 * `sample` names the contract that fills the text of one.
 */
export const textPreviewBody = z.object({
  content: textContent.optional(),
  conditions: z.array(z.string()).max(100).optional(),
  sample: z.string().max(40).optional(),
})

/** `POST /texts/{document}/pdf`: the contract as it is printed. `is_own`: with the lender's data, not the sample's. */
export const textPdfBody = textPreviewBody
  .omit({ conditions: true })
  .extend({ is_own: z.boolean().optional() })
export type TextPdfBody = z.infer<typeof textPdfBody>

export const textPreview = filledText.extend({ document: textDocumentName })

/** `POST /texts/{document}/publish`: publishes the draft. `draft_version`: the draft that was read; another one is 409. */
export const publishBody = z.object({
  version: versionLabel,
  effective_date: day,
  draft_version: z.int().positive().optional(),
})
export type PublishBody = z.infer<typeof publishBody>

const rowOfList = {
  document: textDocumentName,
  /** Spanish name of the document. */
  name: z.string(),
  /** Workers accept it before they sign. */
  needs_consent: z.boolean(),
  /** Null only until its first version comes into force. */
  in_force: textVersion.nullable(),
  /** The version that comes into force next. */
  next: textVersion.nullable(),
  /** The publication that waits for another admin. */
  approval: approval.nullable(),
}

/** A document in the list of texts. */
const textListRow = z.object({
  ...rowOfList,
  draft: textDraft.omit({ content: true, summary: true }).nullable(),
})
export type TextListRow = z.infer<typeof textListRow>

/** `GET /texts`: `is_alone_allowed` until the first payout, when one admin may publish. */
export const textList = z.object({ is_alone_allowed: z.boolean(), documents: z.array(textListRow) })

/** `GET /texts/{document}`. */
export const textDetail = z.object({
  ...rowOfList,
  is_alone_allowed: z.boolean(),
  /** All versions, newest first. */
  versions: z.array(textVersion),
  /** The text of the version in force. */
  content: textContent.nullable(),
  draft: textDraft.nullable(),
  /**
   * Label of the version that the waiting publication replaces on its date; null without one. A server of the version before
   * leaves it out.
   */
  replaces: z.string().nullable().optional(),
})
export type TextDetail = z.infer<typeof textDetail>

/** `GET /texts/{document}/versions/{version}`: also one that waits for its date. */
export const textVersionDetail = textVersion.extend({ document: textDocumentName, content: textContent })

/** `GET /texts/{document}/fields`: what a text may contain. `sample` is written as in the text. */
export const textFields = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      type: z.enum(TEXT_FIELD_TYPES),
      description: z.string(),
      sample: z.string(),
    }),
  ),
  conditions: z.array(z.object({ name: z.string(), description: z.string() })),
  required: z.array(z.object({ text: z.string(), name: z.string() })),
  has_categories: z.boolean(),
})

const diffKind = z.enum(['same', 'added', 'removed', 'changed'])
/** Words that both texts have, or only one of them. */
const diffPart = z.object({ kind: diffKind.exclude(['changed']), text: z.string() })
export type DiffPart = z.infer<typeof diffPart>

/** A text that changed has both texts in its parts; another one has one part. */
const textChange = z.object({ kind: diffKind, parts: z.array(diffPart) })
export type TextChange = z.infer<typeof textChange>

/** A section is `changed` if its heading or a paragraph is not the same. */
const sectionDiff = z.object({
  kind: diffKind,
  heading: textChange,
  paragraphs: z.array(textChange),
})
export type SectionDiff = z.infer<typeof sectionDiff>

/** What differs between two texts, in the order of the newer one. */
const textDiff = z.object({ title: textChange, sections: z.array(sectionDiff) })
export type TextDiff = z.infer<typeof textDiff>

/** `GET /legal/{document}/changes?from=VERSION`. */
export const textChanges = z.object({
  document: textDocumentName,
  from: publicVersion,
  to: publicVersion,
  /** What changed since `from` in words: of each later version, oldest first. */
  summaries: z.array(z.object({ version: z.string(), summary: z.string() })),
  diff: textDiff,
})
