import { demoMail } from '@quincena/domain/mails/schema'
import { keys } from '../lib/keys.ts'
import { pageQuery } from '../lib/read-query.ts'

export const pageSize = 20

/** Loads a page of the demo's mails, newest first, and again every five seconds: mails arrive without an event. */
export const demoMailsQuery = (page: number) => ({
  ...pageQuery(keys.demoMails.list, demoMail, { path: '/demo/mails', query: { page, page_size: pageSize } }),
  refetchInterval: 5_000,
})
