import { type FormErrors, useForm } from '@mantine/form'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { errorText, fieldErrors, fieldProblem } from '../lib/api-error.ts'
import type { Fields } from './draft.ts'
import { toast } from './toast.tsx'

/** A closing dialog returns the focus to the button that opened it after 10 ms. */
const focusReturn_ms = 20

type Problems = Record<string, string | undefined>

export interface Failure {
  /** The error of `send`, or of invalid fields that the form does not show; undefined if it shows all of them. */
  error?: unknown
  /** The errors by field. */
  errors: FormErrors
  isAtFields: boolean
}

interface ServerFormOptions<Schema extends z.ZodType, Values extends Fields> {
  /** Schema of the body, the same that the route uses. */
  schema: Schema
  /** Initial values; only those of the first render count. */
  initial: Values
  /** Converts the values to the wire shape that `schema` decodes. Default: the values. */
  toBody?: (values: Values) => unknown
  /** Further errors by field, for rules that are not in the schema. */
  check?: (values: Values) => Problems
  /** Errors of typed texts in their own words, instead of the schema's about the converted value. */
  typedProblems?: (values: Values) => Problems
  /** Sends the decoded body; throws the server's error. `false` means that nothing was sent. */
  send: (body: z.output<Schema>, values: Values) => unknown
  /** When a field is validated before the first submit. Default: not at all. */
  validateOn?: 'blur' | 'change'
  /** Reports a failure; returns the text for `refusal`. Default: the text of an error without a field. */
  explain?: (failure: Failure) => string | null
}

/** The error's text; if the form shows none of its fields, the texts of these fields, each once. */
export function refusalText({ error, isAtFields }: Failure): string {
  const fieldTexts = isAtFields ? '' : [...new Set(Object.values(fieldErrors(error)))].join(' ')
  return fieldTexts === '' ? errorText(error) : fieldTexts
}

/** The usual `explain`: the text of an error without a field. */
export const explainRefusal = (failure: Failure) => (failure.isAtFields ? null : refusalText(failure))

export const correctErrors = 'Por favor, corrige los errores en el formulario.'

/** `explain` of a form that also says that fields are wrong. */
export const explainAll = (failure: Failure) => (failure.isAtFields ? correctErrors : explainRefusal(failure))

/** `explain` of a form that shows an error without a field as a toast. */
export function explainByToast(failure: Failure): null {
  if (!failure.isAtFields) toast.error(refusalText(failure))
  return null
}

const onlyFound = (problems: Problems): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== undefined))

/** The first message of the schema for each invalid field. */
function schemaProblems(schema: z.ZodType, body: unknown): Problems {
  const issues = schema.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse())
}

/** The error of invalid fields that the form does not show; undefined if it shows all of them. */
const hiddenError = (fields: readonly string[], errors: FormErrors) =>
  fields.length === 0
    ? undefined
    : fieldProblem(fields.join(), fields.map((field) => String(errors[field])).join(' '))

/** Focuses the first field of the form `name` that has an error. */
function focusFirst(name: string, errors: FormErrors): void {
  const fields = [...document.querySelectorAll<HTMLElement>(`[data-path^="${name}-"]`)]
  const first = fields.find(({ dataset: { path = '' } }) => errors[path.slice(name.length + 1)] !== undefined)
  const within = (selector: string) => first?.querySelector<HTMLElement>(selector)
  const input = within('[aria-invalid="true"]:enabled') ?? within('input:enabled') ?? first
  input?.focus()
  input?.scrollIntoView({ block: 'center' })
}

/** Keeps the server's errors at their fields until the user changes the refused values. */
function useRefused<Values extends Fields>() {
  const refused = useRef(new Map<string, { value: unknown; text: string }>())
  return {
    forget: () => refused.current.clear(),
    keep(values: Values, texts: Record<string, string>) {
      for (const [field, text] of Object.entries(texts))
        refused.current.set(field, { value: values[field], text })
    },
    textsFor(values: Values): Problems {
      const still = [...refused.current].filter(([field, { value }]) => values[field] === value)
      return Object.fromEntries(still.map(([field, { text }]) => [field, text]))
    },
  }
}

/**
 * A form whose body the server checks with the same schema. An invalid or refused submit keeps the typed values, shows
 * the errors at their fields, focuses the first of them and sets `refusal`. A submit during another one does nothing.
 */
export function useServerForm<Schema extends z.ZodType, Values extends Fields>(
  options: ServerFormOptions<Schema, Values>,
) {
  const {
    schema,
    toBody = (values) => values,
    check,
    typedProblems,
    send,
    explain = explainRefusal,
  } = options
  const [refusal, setRefusal] = useState<string | null>(null)
  const isBusy = useRef(false)
  const refused = useRefused<Values>()
  // Mantine puts the name before each `data-path`, which tells this form's fields from another form's.
  const name = useId().replace(/\W|_/g, '')
  const form = useForm<Values>({
    name,
    initialValues: options.initial,
    validate: (values) => ({
      ...check?.(values),
      ...refused.textsFor(values),
      ...schemaProblems(schema, toBody(values)),
      ...onlyFound(typedProblems?.(values) ?? {}),
    }),
    validateInputOnBlur: options.validateOn === 'blur',
    validateInputOnChange: options.validateOn === 'change',
    enhanceGetInputProps: ({ inputProps: { error } }) =>
      error === undefined ? {} : { 'aria-invalid': true },
  })
  const reject = (errors: FormErrors, error?: unknown) => {
    const fields = Object.keys(errors)
    const hidden = fields.filter((field) => form.getInputNode(field) === null)
    const isAtFields = error === undefined ? hidden.length === 0 : fields.length > hidden.length
    setRefusal(explain({ error: error ?? hiddenError(hidden, errors), errors, isAtFields }))
    setTimeout(() => focusFirst(name, errors))
    return false
  }
  const fail = (error: unknown) => {
    const values = form.getValues()
    const errors = Object.fromEntries(Object.entries(fieldErrors(error)).filter(([field]) => field in values))
    refused.keep(values, errors)
    form.setErrors(errors)
    return reject(errors, error)
  }
  /** Resolves to true if the form was sent. */
  const submit = async (event?: SyntheticEvent): Promise<boolean> => {
    event?.preventDefault()
    if (isBusy.current) return false
    refused.forget()
    setRefusal(null)
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return reject(errors)
    isBusy.current = true
    form.setSubmitting(true)
    try {
      const values = form.getValues()
      return (await send(schema.parse(toBody(values)), values)) !== false
    } catch (error) {
      return fail(error)
    } finally {
      isBusy.current = false
      form.setSubmitting(false)
    }
  }
  const reset = () => {
    refused.forget()
    form.reset()
    setRefusal(null)
  }
  /** Handler that resets the form before the dialog closes, for a dialog that stays mounted. */
  const resetBefore = (onClose: () => void) => () => {
    reset()
    onClose()
  }
  /** Shows the error of a dialog that closes above the form, as `submit` does. */
  const failAfterDialog = (error: unknown) => setTimeout(() => fail(error), focusReturn_ms)
  return {
    form,
    /** Props of the `form` element. */
    formProps: { onSubmit: (event: SyntheticEvent) => void submit(event), noValidate: true },
    refusal,
    setRefusal,
    submit,
    failAfterDialog,
    reset,
    resetBefore,
    focusFirst: () => focusFirst(name, form.errors),
  }
}
