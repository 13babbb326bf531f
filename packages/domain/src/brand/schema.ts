import { z } from 'zod'
import { approval } from '../approvals/schema.ts'
import { day, id, idText, instant, textUpTo } from '../fields.ts'
import { BRAND_LIMITS, brandContent, storedBrand } from './content.ts'

/** Largest logo, in bytes. */
export const LOGO_LIMIT_BYTES = 200 * 1024
/** Least and most pixels of a logo's sides. */
export const LOGO_SIDES = { least: 64, most: 2000 } as const
/** Media types of logos. SVG is not one of them: it can carry scripts and load from elsewhere. */
const LOGO_TYPES = ['image/png', 'image/jpeg'] as const
/** What is taken as a logo, in Spanish. */
export const LOGO_HINT = `PNG o JPEG de hasta ${LOGO_LIMIT_BYTES / 1024} KB, con lados de ${LOGO_SIDES.least} a ${LOGO_SIDES.most} píxeles`

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'Ese logotipo no es válido')

/** A logo; `sha256` is in the path of its picture, `GET /brand/logo/{sha256}`. */
export const brandLogo = z.object({
  sha256,
  type: z.enum(LOGO_TYPES),
  width: z.int().positive(),
  height: z.int().positive(),
})
export type BrandLogo = z.infer<typeof brandLogo>

export const logoParams = z.object({ sha256 })

/** What a brand is: its fields and its logo. */
const whole = { content: storedBrand, logo: brandLogo.nullable() }

/** Who did something, and when; the name is null for what the installation did itself. */
const doneBy = z.object({ name: z.string().nullable(), at: instant })

/** State of a version on the business day: waits for its date, in force, or replaced by a later one. */
const BRAND_VERSION_STATES = ['waiting', 'in_force', 'replaced'] as const

/** A version as admins see it; nothing changes it. */
const brandVersion = z.object({
  ...{ id, ...whole },
  /** 1 is the first one. */
  version: z.int().positive(),
  effective_date: day,
  /** What changed against the version before it, in words; empty for the first one. */
  summary: z.string(),
  /** Of the fields and the logo. */
  sha256,
  state: z.enum(BRAND_VERSION_STATES),
  created: doneBy,
  approved: doneBy,
  /** Published without a second person, before the lender's first payout. */
  is_alone: z.boolean(),
  /** From the settings of the server. */
  is_shipped: z.boolean(),
})
export type BrandVersion = z.infer<typeof brandVersion>

/** The draft. `version` names one save, also after the draft was deleted or published; it goes into the next one. */
export const brandDraft = z.object({
  ...whole,
  summary: z.string(),
  version: z.int().positive(),
  updated: doneBy,
})
export type BrandDraft = z.infer<typeof brandDraft>

/** `PUT /brand/draft`. `version`: that of the draft that was edited, 0 to create it; a newer one is 409. */
export const brandDraftBody = z.object({
  ...brandContent.shape,
  logo: sha256.nullable().default(null),
  summary: textUpTo(BRAND_LIMITS.summary).default(''),
  version: z.int().nonnegative().optional(),
})
export type BrandDraftBody = z.infer<typeof brandDraftBody>

/** `DELETE /brand/draft`. `version`: that of the draft that was read; another one is 409. */
export const brandDraftDeletion = z.object({ version: idText.optional() })

/** `POST /brand/publish`: publishes the draft. `draft_version`: the draft that was read; another one is 409. */
export const brandPublication = z.object({
  effective_date: day,
  draft_version: z.int().positive().optional(),
})
export type BrandPublication = z.infer<typeof brandPublication>

/** `GET /brand/versions`. */
export const brandDetail = z.object({
  /** Until the first payout one admin may publish. */
  is_alone_allowed: z.boolean(),
  /** All versions, newest first. */
  versions: z.array(brandVersion),
  draft: brandDraft.nullable(),
  /** The publication that waits for another admin. */
  approval: approval.nullable(),
})
export type BrandDetail = z.infer<typeof brandDetail>

/** What every screen shows of the brand in force: `GET /brand`, and in the page itself. */
export const shownBrand = z.object({
  /** Names what is shown: another value means another brand. */
  id: z.string(),
  trade_name: z.string(),
  lender: z.string(),
  phone: z.string(),
  colors: z.object({ light: z.string(), dark: z.string() }),
  logo: brandLogo.omit({ type: true }).nullable(),
})
export type ShownBrand = z.infer<typeof shownBrand>
