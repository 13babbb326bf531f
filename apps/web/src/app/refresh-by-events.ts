import { refreshByEvents } from '../lib/events.ts'
import { unsubscribeAtUserChange } from '../lib/phone-push.ts'
import { queryClient } from '../lib/query-client.ts'

refreshByEvents(queryClient)
unsubscribeAtUserChange()
