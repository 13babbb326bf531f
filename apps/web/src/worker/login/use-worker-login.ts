import { schemaResolver, useForm } from '@mantine/form'
import type { ConsentInput } from '@quincena/domain/legal/schema'
import { type LoginBody, loginBody } from '@quincena/domain/sessions/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { toast } from '../../components/toast.tsx'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { signIn } from '../../lib/sign-in.ts'
import { legalQuery } from '../legal/api.ts'
import {
  type ConsentName,
  consentNames,
  rememberConsents,
  rememberedVersion,
} from '../legal/consent-memory.ts'

const accepted = (message: string) => z.boolean().refine((value) => value, message)

const fields = loginBody.pick({ email: true, password: true, code: true }).extend({
  terms: accepted('Debes aceptar los términos y condiciones'),
  privacy: accepted('Debes aceptar el aviso de privacidad'),
})

/** The versions in force, and which of them this browser has not accepted yet. */
function useConsents() {
  const terms = useQuery(legalQuery('terms')).data?.version
  const privacy = useQuery(legalQuery('privacy')).data?.version
  const versions: Record<ConsentName, string | undefined> = { terms, privacy }
  const isAccepted = (name: ConsentName) => {
    const remembered = rememberedVersion(name)
    return remembered !== null && (versions[name] === undefined || versions[name] === remembered)
  }
  const given = (checked: Record<ConsentName, boolean>): ConsentInput[] =>
    consentNames.flatMap((document) => {
      const version = versions[document]
      return version !== undefined && checked[document] && !isAccepted(document)
        ? [{ document, version }]
        : []
    })
  return { asked: consentNames.filter((name) => !isAccepted(name)), given }
}

/** The worker's sign-in: fields, consents still to give, and what became of the last try. */
export function useWorkerLogin() {
  const { asked, given } = useConsents()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [hasCode, setHasCode] = useState(false)
  const form = useForm({
    initialValues: { email: '', password: '', code: '', terms: false, privacy: false },
    validate: (values) =>
      schemaResolver(fields, { sync: true })({
        ...values,
        terms: values.terms || !asked.includes('terms'),
        privacy: values.privacy || !asked.includes('privacy'),
      }),
    validateInputOnChange: true,
  })
  const send = async (values: typeof form.values) => {
    setRefusal(null)
    const { email, password, code } = values
    const consents = given(values)
    const credentials: LoginBody = { email, password, consents, ...(hasCode && { code }) }
    try {
      const { first_name } = await signIn(credentials)
      rememberConsents(consents)
      toast.success(`¡Bienvenido, ${first_name}!`)
    } catch (error) {
      const asksForCode = error instanceof ApiError && error.code === 'code_required'
      if (asksForCode) setHasCode(true)
      setRefusal(asksForCode && !hasCode ? null : errorText(error))
    }
  }
  const submit = form.onSubmit(send, () => toast.error('Formulario inválido'))
  return { form, asked, refusal, hasCode, submit }
}
