import type { UseFormReturnType } from '@mantine/form'
import type { companyEditForm, companyForm } from '@quincena/domain/companies/schema'
import { isDoubtfulRate } from '@quincena/domain/companies/schema'
import { useState } from 'react'
import { useDraft } from '../../components/draft.ts'
import type { Result } from '../../components/result-dialog.tsx'
import { refusalText, useServerForm } from '../../components/server-form.ts'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { isStale, mergedText } from '../../lib/merge-edits.ts'
import { type CompanyValues, percentProblems, wireOf } from './company-values.ts'

interface Question {
  interest_rate: number
  answer: (isRight: boolean) => void
}

/** Below 1 % a year: probably a fraction typed where a percentage is meant. */
const isTinyRate = (interest_rate: number) => interest_rate > 0 && interest_rate < 0.01

/** Asks for confirmation of a rate above 100 % or below 1 % a year; resolves with the answer. */
function useRateQuestion() {
  const [question, setQuestion] = useState<Question | null>(null)
  const askAboutRate = (interest_rate: number) =>
    new Promise<boolean>((resolve) => {
      setQuestion({
        interest_rate,
        answer(isRight) {
          setQuestion(null)
          resolve(isRight)
        },
      })
    })
  const isRight = async (interest_rate: unknown) =>
    typeof interest_rate !== 'number' ||
    !(isDoubtfulRate(interest_rate) || isTinyRate(interest_rate)) ||
    (await askAboutRate(interest_rate))
  return { question, isRight }
}

const mergedCode = 'company.merged'

interface CompanyFormParts {
  /** Id of the edited company; undefined for a new one. */
  id?: number
  initial: CompanyValues
  schema: typeof companyForm | typeof companyEditForm
  /** Converts the values to the wire shape. The default is `wireOf`; an edit sends different fields. */
  wire?: (values: CompanyValues) => object
  /** Shown when the form is sent with invalid fields. */
  warning: string
  /** Shown when saving fails; the typed values stay. */
  failure: string
  save: (body: object) => Promise<unknown>
  /** Merges what another user saved meanwhile; resolves with a message for each field that both changed. */
  merge?: (form: CompanyForm) => Promise<Record<string, string[]>>
}

type CompanyForm = UseFormReturnType<CompanyValues>

export type CompanyFormState = ReturnType<typeof useCompanyForm>

/** Company form: validates each field on blur and all fields on submit, and reports the result of saving. */
export function useCompanyForm({ initial, schema, save, id, ...formParts }: CompanyFormParts) {
  const { wire = wireOf, warning, failure, merge } = formParts
  const [result, setResult] = useState<Result | null>(null)
  const { question, isRight } = useRateQuestion()
  /** Merges what another user saved meanwhile; returns the error to show. */
  const mergeStale = async (error: unknown) => {
    const clashes = isStale(error) ? await merge?.(form).catch(() => undefined) : undefined
    if (clashes === undefined) return error
    return new ApiError({ status: 409, code: mergedCode, detail: errorText(error), errors: clashes })
  }
  const { form, submit, focusFirst } = useServerForm({
    schema,
    initial,
    toBody: wire,
    typedProblems: percentProblems,
    validateOn: 'blur',
    explain: (refused) => {
      const { error } = refused
      const isMerged = error instanceof ApiError && error.code === mergedCode
      const text = isMerged ? mergedText : refusalText(refused)
      const title = isMerged ? error.detail : failure
      setResult({ tone: 'problem', ...(error === undefined ? { title: warning } : { title, text }) })
      return null
    },
    send: async (_, values) => {
      if (!(await isRight(wireOf(values).interest_rate))) {
        form.getInputNode('interest_rate')?.focus()
        return false
      }
      try {
        await save(wire(values))
      } catch (error) {
        throw await mergeStale(error)
      }
    },
  })
  const draft = useDraft(`company in percent ${id ?? 'new'}`, form)
  /** Closes the result and moves the focus to the first invalid field. */
  const closeResult = () => {
    setResult(null)
    focusFirst()
  }
  return { form, draft, submit, result, closeResult, question }
}
