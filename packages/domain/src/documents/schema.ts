import { z } from 'zod'
import { id, idText, instant, isBlank, textUpTo } from '../fields.ts'
import { listQuery } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { DOCUMENT_KINDS, documentKind } from './rules.ts'

const documentKindName = z.enum(DOCUMENT_KINDS)

const documentReview = z.enum(['pending', 'accepted', 'refused'])

/**
 * A worker's document, a loan's signed contract (`kind: 'contract'`), the contract's constancia, or the file of a loan in
 * the former system.
 */
export const documentRow = z.object({
  id,
  kind: z.enum([...DOCUMENT_KINDS, 'contract', 'constancia', 'former_file']),
  filename: z.string(),
  /** A signed address, good for 5 minutes. */
  file: z.string(),
  created_at: instant,
  user: id.nullable(),
  loan: id.nullable(),
  size_bytes: z.int().nonnegative(),
  /** SHA-256 of the file, in hexadecimal. */
  sha256: z.string(),
  review: documentReview,
  reason: z.string().nullable(),
})
export type DocumentRow = z.infer<typeof documentRow>

const KIND_MESSAGE = 'El tipo de documento no es válido.'

/** A file name in any case, with accents or `.pdf`, as one of the five kinds. */
const kindOfFilename = z.codec(
  z.string(KIND_MESSAGE).refine((name) => documentKind(name) !== null, KIND_MESSAGE),
  documentKindName,
  { decode: (name) => documentKind(name) ?? 'INE', encode: (kind) => kind },
)

const OWNER_MISSING = 'Falta decir de quién es el documento.'

/** The text fields that go with the file of an upload. */
export const documentUpload = z.object({
  filename: kindOfFilename,
  user: z
    .unknown()
    .refine((value) => !isBlank(value), { error: OWNER_MISSING, abort: true })
    .pipe(idText),
  loan: idText.optional(),
})

export const documentReviewBody = z
  .object({
    review: z.enum(['accepted', 'refused'], 'Elige aceptar o rechazar'),
    reason: textUpTo(TEXT_LIMITS.reason).optional(),
  })
  .refine((body) => body.review === 'accepted' || Boolean(body.reason), {
    error: 'Escribe el motivo del rechazo',
    path: ['reason'],
  })
export type DocumentReviewBody = z.infer<typeof documentReviewBody>

export const documentQuery = listQuery(['created_at']).extend({
  user__id: idText.optional(),
  loan__id: idText.optional(),
})
