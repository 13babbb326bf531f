import { type UseFormReturnType, useForm } from '@mantine/form'
import type { companyEditForm, companyForm } from '@quincena/domain/companies/schema'
import { isDoubtfulRate } from '@quincena/domain/companies/schema'
import { useRef, useState } from 'react'
import { useDraft } from '../../components/draft.ts'
import type { Result } from '../../components/result-dialog.tsx'
import { errorText, fieldErrors } from '../../lib/api-error.ts'
import { firstProblems } from '../../lib/first-problems.ts'
import { isStale, mergedText } from '../../lib/merge-edits.ts'
import { type CompanyValues, wireOf } from './company-values.ts'

interface Question {
  interest_rate: number
  answer: (isRight: boolean) => void
}

/** Asks for confirmation of a rate above 100 % a year; resolves with the answer. */
function useRateQuestion() {
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = (interest_rate: number) =>
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
    typeof interest_rate !== 'number' || !isDoubtfulRate(interest_rate) || (await ask(interest_rate))
  return { question, isRight }
}

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
  merge?: (form: CompanyForm) => Promise<Record<string, string>>
}

type CompanyForm = UseFormReturnType<CompanyValues>

export type CompanyFormState = ReturnType<typeof useCompanyForm>

/** Keeps the server's error at a field until the user changes the refused value. */
function useRefused() {
  const refused = useRef(new Map<string, { value: string | undefined; text: string }>())
  const fieldOf = (values: CompanyValues, name: string) => new Map(Object.entries(values)).get(name)
  return {
    forget: () => refused.current.clear(),
    keep(values: CompanyValues, texts: Record<string, string>) {
      for (const [name, text] of Object.entries(texts))
        refused.current.set(name, { value: fieldOf(values, name), text })
    },
    textsFor(values: CompanyValues): Record<string, string> {
      const still = [...refused.current].filter(([name, { value }]) => fieldOf(values, name) === value)
      return Object.fromEntries(still.map(([name, { text }]) => [name, text]))
    },
  }
}

/** Company form: validates each field on blur and all fields on submit, and reports the result of saving. */
export function useCompanyForm({ initial, schema, save, id, ...parts }: CompanyFormParts) {
  const { wire = wireOf, warning, failure, merge } = parts
  const [result, setResult] = useState<Result | null>(null)
  const { question, isRight } = useRateQuestion()
  const refused = useRefused()
  const form = useForm<CompanyValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: (values) => ({ ...refused.textsFor(values), ...firstProblems(schema, wire(values)) }),
  })
  useDraft(`company ${id ?? 'new'}`, form)
  const tell = async (error: unknown) => {
    const clashes = isStale(error) ? await merge?.(form).catch(() => undefined) : undefined
    if (clashes !== undefined) {
      form.setErrors(clashes)
      return setResult({ tone: 'problem', title: errorText(error), text: mergedText })
    }
    const texts = fieldErrors(error)
    refused.keep(form.values, texts)
    form.setErrors(texts)
    setResult({ tone: 'problem', title: failure, text: errorText(error) })
  }
  const submit = async () => {
    refused.forget()
    if (form.validate().hasErrors) {
      setResult({ tone: 'problem', title: warning })
      return false
    }
    const body = wire(form.values)
    if (!(await isRight(wireOf(form.values).interest_rate))) {
      form.getInputNode('interest_rate')?.focus()
      return false
    }
    try {
      await save(body)
    } catch (error) {
      await tell(error)
      return false
    }
  }
  /** Closes the result and moves the focus to the first invalid field. */
  const closeResult = () => {
    setResult(null)
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus()
  }
  return { form, submit, result, closeResult, question }
}
