import type { FastifyReply } from 'fastify'

/** A mail runs and loads nothing and is an origin of its own; its links open in a new window. */
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  // The lender's logo is in the page itself.
  'img-src data:',
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

/**
 * Answers the HTML of a mail, which only pages of this app may show in a frame. It asks for no agent cluster: the frame's
 * origin is its own anyway, and browsers warn of one that is asked for after the page's was chosen.
 */
export function sendMailPage(reply: FastifyReply, page: string) {
  return reply
    .removeHeader('origin-agent-cluster')
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': mailPolicy, 'x-frame-options': 'SAMEORIGIN' })
    .send(page)
}
