import { z } from 'zod'
import { always, day, id, optionalText, required } from '../fields.ts'
import { TEXT_LIMITS } from '../text-limits.ts'

/** The kinds of records that have notes and an activity. */
export const NOTED_KINDS = ['loan', 'user', 'company', 'transfer'] as const
export type NotedKind = (typeof NOTED_KINDS)[number]

/** A record by its kind and its id. */
export interface NotedRecord {
  kind: NotedKind
  id: number
}

/** How staff reached a worker, or their company, about a loan. */
export const CONTACT_MEANS = ['call', 'whatsapp', 'email', 'company', 'other'] as const
export type ContactMeans = (typeof CONTACT_MEANS)[number]

export const contactMeansNames = {
  call: 'Llamada',
  whatsapp: 'WhatsApp',
  email: 'Correo',
  company: 'Empresa',
  other: 'Otro medio',
} as const satisfies Record<ContactMeans, string>

/** A note as staff read it; a contact is a note of a loan that says how somebody was reached and what follows. */
export const note = z.object({
  id,
  kind: z.enum(['note', 'contact']),
  text: z.string(),
  means: z.enum(CONTACT_MEANS).nullable(),
  next_step: z.string().nullable(),
  next_step_on: day.nullable(),
})
export type Note = z.infer<typeof note>

/** Body of a new note. */
export const noteBody = z.object({ text: required('Escribe la nota', TEXT_LIMITS.note) })
export type NoteBody = z.infer<typeof noteBody>

/** The day of a next step: empty while nothing is chosen. */
const chosenDay = z.preprocess((value) => (value === '' ? null : value), day.nullish())

/** Body of a new contact about a loan. A day needs to say what happens on it. */
export const contactBody = z
  .object({
    means: z.enum(CONTACT_MEANS, 'Elige cómo fue el contacto'),
    text: required('Escribe qué pasó', TEXT_LIMITS.note),
    next_step: optionalText(TEXT_LIMITS.next_step),
    next_step_on: chosenDay,
  })
  .refine(({ next_step, next_step_on }) => !next_step_on || Boolean(next_step), {
    path: ['next_step'],
    error: 'Escribe qué sigue ese día',
    ...always,
  })
export type ContactBody = z.infer<typeof contactBody>
