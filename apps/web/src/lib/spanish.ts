import { spanish } from '@quincena/domain/spanish'
import { z } from 'zod'

z.config(spanish)
