import { idText } from '@quincena/domain/fields'
import { z } from 'zod'

/** Body of an empty response (204). */
export const nothing = z.null()

/** Parameters of `/noun/:id`; anything but a positive integer is a 404. */
export const idParams = z.object({ id: idText })

/** Rate limit of public requests: 20 per minute and IP address. */
export const fewTries = {
  max: 20,
  timeWindow: '1 minute',
  keyGenerator: (request: { ip: string }) => request.ip,
}

/** Rate limit of requests that make a PDF: 20 per minute and session. */
export const fewPdfs = { max: 20, timeWindow: '1 minute' }
