/** Brings the team memberships of somebody who signs in into line with the groups that the provider claims. */
import type {TeamName} from '../rules/openid.ts';
import type {Person, Team} from '../state/people.ts';
import {findOrganization} from '../state/state.ts';
import type {Visit} from './visit.ts';

/** Adds to and takes out of mapped teams; teams that the mapping does not name are left alone. */
export function followGroups({world: {state, settings}, rules}: Visit, person: Person, claim: unknown): void {
  const {groupMap, leavesTeams} = settings.openid;
  const groups = rules.claimedGroups(claim);
  const teamsNamed = (names: readonly TeamName[]): readonly Team[] =>
    names.flatMap(({organization, team}) => {
      const home = findOrganization(state, organization);
      return home === undefined ? [] : state.teams.of(home.id).filter(row => row.name.toLowerCase() === team);
    });
  for (const team of teamsNamed(rules.teamsToJoin(groupMap, groups))) {
    if (!team.memberIds.includes(person.id)) state.teams.put({...team, memberIds: [...team.memberIds, person.id]});
  }
  if (!leavesTeams) return;
  for (const team of teamsNamed(rules.teamsToLeave(groupMap, groups))) {
    const memberIds = team.memberIds.filter(id => id !== person.id);
    const isLastOwner = team.permission === 'owner' && memberIds.length === 0;
    if (!isLastOwner) state.teams.put({...team, memberIds});
  }
}
