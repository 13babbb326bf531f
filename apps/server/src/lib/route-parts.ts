import { idText } from '@quincena/domain/fields'
import { z } from 'zod'

/** The answer of a call that has nothing to say (204). */
export const nothing = z.null()

/** `/noun/:id`; anything else than a positive number is a 404. */
export const idParams = z.object({ id: idText })

/** For calls that anybody may try: 20 a minute and address. */
export const fewTries = {
  max: 20,
  timeWindow: '1 minute',
  keyGenerator: (request: { ip: string }) => request.ip,
}

/** For calls that make a PDF: 20 a minute and session. */
export const fewPdfs = { max: 20, timeWindow: '1 minute' }
