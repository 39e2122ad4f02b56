// /add: what to connect to.

import { Panel, PanelBody, SectionTitle, Tile, TileGrid } from '@farport/design-system'
import { IconBrandDebian, IconCpu, IconDeviceLaptop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import css from './AddPage.module.css'

export function AddPage() {
  const { t } = useTranslation()
  return (
    <Panel>
      <PanelBody isNarrow>
        <h2 className={css['title']}>{t('devices.addTitle')}</h2>
        <SectionTitle>{t('devices.addSectionSystem')}</SectionTitle>
        <TileGrid>
          <Tile
            component={Link}
            to={paths.addPlatform('this-system')}
            icon={<IconDeviceLaptop size={30} stroke={1.5} />}
            title={t('devices.addThisSystem')}
            detail={t('devices.addThisSystemHint')}
          />
        </TileGrid>
        <SectionTitle>{t('devices.addSectionDevice')}</SectionTitle>
        <TileGrid>
          <Tile
            component={Link}
            to={paths.addPlatform('linux')}
            icon={<IconBrandDebian size={30} stroke={1.5} />}
            title={t('devices.addLinux')}
            detail={t('devices.addLinuxHint')}
          />
          <Tile
            component={Link}
            to={paths.addPlatform('raspberrypi')}
            icon={<IconCpu size={30} stroke={1.5} />}
            title={t('devices.addRaspberryPi')}
            detail={t('devices.addRaspberryPiHint')}
          />
        </TileGrid>
      </PanelBody>
    </Panel>
  )
}
