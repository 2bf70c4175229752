/** Wrong readings of the automation feature. */
import type {Fault} from './fault.ts';

export const actionsFaults: readonly Fault[] = [
  {
    name: 'actions-on-by-default',
    requirement: 'ACTIONS-DEFAULT',
    basis: 'stated',
    says: 'The automation feature is on when the settings do not mention it.',
    patch: () => ({actionsDefault: true}),
  },
  {
    name: 'actions-runner-on-by-default',
    requirement: 'ACTIONS-DEFAULT',
    basis: 'stated',
    says: 'The interface of the runners is there although the automation feature is off.',
    patch: before => ({
      isActionsOn(setting, level) {
        return level === 'runner' || before.isActionsOn.call(this, setting, level);
      },
    }),
  },
  {
    name: 'actions-setting-ignored',
    requirement: 'ACTIONS-ENABLED',
    basis: 'stated',
    says: 'The setting ENABLED of the section actions switches nothing on.',
    patch: () => ({
      isActionsOn() {
        return this.actionsDefault;
      },
    }),
  },
  {
    name: 'actions-enabled-without-runners',
    requirement: 'ACTIONS-ENABLED',
    basis: 'stated',
    says: 'The setting ENABLED of the section actions switches on the API operations but not the interface of the runners.',
    patch: before => ({
      isActionsOn(setting, level) {
        return level !== 'runner' && before.isActionsOn.call(this, setting, level);
      },
    }),
  },
  {
    name: 'actions-enabled-site-runners-refused',
    requirement: 'ACTIONS-ENABLED',
    basis: 'stated',
    says: 'With the setting ENABLED the administrator is refused the list of the runners of the site.',
    patch: () => ({mayListRunners: level => level !== 'site'}),
  },
  {
    name: 'actions-enabled-runners-stay',
    requirement: 'ACTIONS-ENABLED',
    basis: 'stated',
    says: 'With the setting ENABLED nobody may remove a runner.',
    patch: () => ({mayRemoveRunners: () => false}),
  },
  {
    name: 'runner-interface-below-api',
    requirement: 'RUNNER-PREFIX',
    basis: 'stated',
    says: 'The interface of the runners is served below /api/v1 and nowhere else.',
    patch: () => ({runnerPrefixes: ['/api/v1/actions']}),
  },
  {
    name: 'runner-interface-also-below-api',
    requirement: 'RUNNER-PREFIX',
    basis: 'stated',
    says: 'The interface of the runners is served below /api/v1 too.',
    patch: before => ({runnerPrefixes: [...before.runnerPrefixes, '/api/v1/actions']}),
  },
  {
    name: 'bot-name-free-on-rename',
    requirement: 'ACTIONS-BOT-NAME',
    basis: 'stated',
    says: 'The name of the automation bot is reserved when a user is created but can be taken by renaming.',
    patch: before => ({
      isReservedName(name, occasion) {
        return (
          !(occasion === 'rename' && this.botNames.includes(name.toLowerCase())) &&
          before.isReservedName.call(this, name, occasion)
        );
      },
    }),
  },
  {
    name: 'bot-name-free-for-organizations',
    requirement: 'ACTIONS-BOT-NAME',
    basis: 'stated',
    says: 'An organization may take the name of the automation bot.',
    patch: before => ({
      isReservedName(name, occasion) {
        return occasion === 'organization' && this.botNames.includes(name.toLowerCase())
          ? false
          : before.isReservedName.call(this, name, occasion);
      },
    }),
  },
];
