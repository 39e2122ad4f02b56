// The providers that the person can sign in with: adding one that is set up here, and letting go of one.

import { AskFirst, Button, NoticeBanner, Row, RowList, Section, notify } from '@farport/design-system'
import type { ProviderId, ProviderLinks } from '@farport/contract'
import { IconBrandApple, IconBrandAws, IconBrandGoogle, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { isRefusalCode } from '../../../../api/auth-problem.ts'
import { useFormat } from '../../../../i18n/use-format.ts'
import { auth } from '../../auth-calls.ts'
import { useAuthProblemText } from '../../use-refusal-text.ts'
import { account, linkProviderAddress } from '../account-calls.ts'
import { useProofs, useProven } from '../prove/proof-context.ts'
import { useCall } from '../use-call.ts'
import { removalTexts, useNotifyAccountProblem } from '../use-problem-texts.ts'
import { providerRows, type ProviderRowView } from './provider-rows.ts'

const icons: Readonly<Record<ProviderId, typeof IconLock>> = {
  google: IconBrandGoogle,
  apple: IconBrandApple,
  amazon: IconBrandAws,
  okta: IconLock,
}

export function ProvidersSection() {
  const { t } = useTranslation()
  const [links, reload] = useCall(account.providerLinks)
  const [here] = useCall(auth.providers)
  const rows = providerRows(
    links.kind === 'loaded' ? links.data.links : [],
    here.kind === 'loaded' ? here.data.providers : [],
  )
  // Most installations have no provider: no place for what is not there.
  if (links.kind !== 'loaded' || rows.length === 0) return null
  return (
    <Section title={t('account.providers')} description={t('account.providersHint')}>
      <LinkProblem />
      <RowList label={t('account.providers')}>
        {rows.map((row) => (
          <ProviderRow key={row.link?.id ?? row.provider} row={row} onChanged={reload} />
        ))}
      </RowList>
    </Section>
  )
}

/** Why the way through a provider led back without it. */
function LinkProblem() {
  const textOf = useAuthProblemText()
  const [search] = useSearchParams()
  const code = search.get('error')
  const provider = search.get('provider')
  if (!isRefusalCode(code)) return null
  return (
    <div style={{ marginBottom: '0.75rem' }}>
      <NoticeBanner tone="danger">{textOf({ code, ...(provider === null ? {} : { provider }) })}</NoticeBanner>
    </div>
  )
}

function ProviderRow({ row, onChanged }: { row: ProviderRowView; onChanged: () => Promise<void> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { ask } = useProofs()
  const { provider, name, link } = row
  const Icon = icons[provider]

  // Leaving the page cannot be refused with a question, so that it is asked before.
  const add = async () => {
    if (await ask()) window.location.assign(linkProviderAddress(provider))
  }

  return (
    <Row
      mark={<Icon size={20} stroke={1.6} />}
      title={name}
      detail={
        link === undefined
          ? t('account.notLinked')
          : [link.email, t('account.linkedOn', { date: format.day(link.created) })].filter(Boolean).join(' · ')
      }
      end={
        link === undefined ? (
          <Button size="xs" variant="light" aria-label={t('account.linkProvider', { name })} onClick={() => void add()}>
            {t('account.link')}
          </Button>
        ) : (
          <UnlinkButton link={link} name={name} onChanged={onChanged} />
        )
      }
    />
  )
}

interface UnlinkButtonProps {
  link: ProviderLinks['links'][number]
  name: string
  onChanged: () => Promise<void>
}

function UnlinkButton({ link, name, onChanged }: UnlinkButtonProps) {
  const { t } = useTranslation()
  const proven = useProven()
  const notifyProblem = useNotifyAccountProblem()

  const unlink = async () => {
    const answer = await proven(() => account.unlinkProvider(link.id))
    if (notifyProblem(answer, removalTexts)) notify.success(t('account.providerUnlinked', { name }))
    await onChanged()
  }

  return (
    <AskFirst
      renderOpener={(ask) => (
        <Button size="xs" variant="default" aria-label={t('account.unlinkProvider', { name })} onClick={ask}>
          {t('account.unlink')}
        </Button>
      )}
      title={t('account.unlinkTitle', { name })}
      confirmLabel={t('account.unlink')}
      isDangerous
      onConfirm={unlink}
    >
      {t('account.unlinkText', { name })}
    </AskFirst>
  )
}
