import { mailSamples, sentSample } from '@quincena/domain/mails/schema'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/** Every kind of mail with sample data. */
export const mailSamplesQuery = readQuery(keys.mailSamples.all, mailSamples, { path: '/mails' })

/** Sends a sample to the signed-in admin. */
export const sendSample = (kind: string) =>
  withErrorText(api.post(sentSample, `/mails/${kind}/send`), 'No se pudo enviar el correo.')
