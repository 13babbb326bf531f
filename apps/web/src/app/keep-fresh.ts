import { keepFresh } from '../lib/events.ts'
import { queryClient } from '../lib/query-client.ts'

keepFresh(queryClient)
