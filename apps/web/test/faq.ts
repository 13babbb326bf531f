import { legalDocument } from '@quincena/domain/legal/schema'
// The text of the program, as the server first publishes it.
import shipped from '../../server/texts/faq.json?raw'
import { questionsOf } from '../src/worker/faq/questions.ts'

/** The answer of `GET /legal/faq` with the text of the program. Its fields stay as they are. */
export const faqText = legalDocument.parse({ ...JSON.parse(shipped), sha256: 'c'.repeat(64) })

export const questions = questionsOf(faqText)
