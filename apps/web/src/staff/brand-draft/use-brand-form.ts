import { BRAND_FIELDS } from '@quincena/domain/brand/content'
import {
  type BrandDetail,
  type BrandDraft,
  type BrandLogo,
  brandDraftBody,
} from '@quincena/domain/brand/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDraft } from '../../components/draft.ts'
import { explainAll, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { clashText, mergedText, mergeEdits } from '../../lib/merge-edits.ts'
import { brandQuery, useSaveBrandDraft } from '../brand/api.ts'
import { type BrandValues, firstValues } from './values.ts'

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'brand.draft_changed'

const names = [...BRAND_FIELDS, 'logo', 'summary'] as const

/** The form of the draft: what somebody else saved meanwhile is merged, and nothing typed is lost. */
export function useBrandForm(brand: BrandDetail, first: BrandValues) {
  // The draft that the form edits; a conflict with another admin's save replaces it.
  const [edited, setEdited] = useState({ values: first, version: brand.draft?.version ?? 0 })
  const client = useQueryClient()
  const { mutateAsync } = useSaveBrandDraft()
  const start = (values: BrandValues, version: number, shown = values) => {
    setEdited({ values, version })
    form.setInitialValues(values)
    form.setValues(shown)
  }
  /** Merges what another admin saved meanwhile; returns the error to show. */
  const mergeStale = async (error: unknown, typed: BrandValues) => {
    const stored = await client.fetchQuery({ ...brandQuery, staleTime: 0 }).catch(() => undefined)
    const fresh = stored && firstValues(stored)
    if (stored === undefined || fresh === undefined) return error
    const { values, clashes } = mergeEdits({ initial: edited.values, typed, fresh })
    start(fresh, stored.draft?.version ?? 0, values)
    const errors = Object.fromEntries(
      names.filter((name) => clashes.includes(name)).map((name) => [name, [clashText(fresh[name])]]),
    )
    return new ApiError({
      ...{ status: 409, code: 'brand.draft_changed', errors },
      detail: `${errorText(error)} ${mergedText}`,
    })
  }
  const { form, formProps, refusal, reset } = useServerForm({
    schema: brandDraftBody,
    initial: first,
    validateOn: 'blur',
    explain: (failure) => (isStale(failure.error) ? errorText(failure.error) : explainAll(failure)),
    toBody: (values) => ({ ...values, logo: values.logo === '' ? null : values.logo }),
    send: async (body, values) => {
      try {
        const saved = await mutateAsync({ ...body, version: edited.version })
        savedAs(saved)
        toast.success('Borrador guardado.')
      } catch (error) {
        throw isStale(error) ? await mergeStale(error, values) : error
      }
    },
  })
  const savedAs = ({ content, logo, summary, version }: BrandDraft) =>
    start({ ...content, logo: logo?.sha256 ?? '', summary }, version)
  const draft = useDraft('brand', form)
  const newest = firstValues(brand)
  // Another admin's save shows where nothing is typed; else the next save merges it.
  const isOther = (brand.draft?.version ?? 0) > edited.version && !form.isDirty()
  useEffect(() => {
    if (isOther && newest) start(newest, brand.draft?.version ?? 0)
  })
  return { form, formProps, refusal, reset, draft }
}

type BrandForm = ReturnType<typeof useBrandForm>['form']

/** The logo that the form names, which was uploaded here or by the draft or a version; null without one. */
export function useLogo({ draft, versions }: BrandDetail, form: BrandForm) {
  const [uploaded, setUploaded] = useState<BrandLogo | null>(null)
  const logos = [uploaded, draft?.logo, ...versions.map((version) => version.logo)]
  const changeLogo = (logo: BrandLogo | null) => {
    if (logo !== null) setUploaded(logo)
    form.setFieldValue('logo', logo?.sha256 ?? '')
  }
  const logo = logos.find((one) => one?.sha256 === form.values.logo) ?? null
  return { logo, changeLogo }
}
