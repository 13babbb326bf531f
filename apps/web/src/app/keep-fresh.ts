import { keepFresh } from '../lib/events.ts'
import { keepPhoneOwn } from '../lib/phone-push.ts'
import { queryClient } from '../lib/query-client.ts'

keepFresh(queryClient)
keepPhoneOwn()
