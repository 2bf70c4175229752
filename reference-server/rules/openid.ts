/** What the record states about groups that an OpenID Connect provider claims for a user, and the teams they lead to. */
import type {Rules} from './rules.ts';

/** Group → organization → names of its teams: the same format that groups of a directory service are mapped with. */
export type GroupMap = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** One team by the names of organization and team, in lower case. */
export interface TeamName {
  readonly organization: string;
  readonly team: string;
}

export const openidRules = {
  // "A user's group claims from an OpenID Connect identity provider …": a list, or one group alone.
  claimedGroups(claim: unknown): readonly string[] {
    const list: readonly unknown[] = Array.isArray(claim) ? (claim as readonly unknown[]) : [claim];
    return list.filter(group => typeof group === 'string');
  },

  // "… can be mapped to organization teams"
  teamsToJoin(this: Rules, map: GroupMap, groups: readonly string[]): readonly TeamName[] {
    return groups.flatMap(group => this.teamsOfGroup(map, group));
  },

  // Usual: who is in none of the groups of a mapped team any more leaves it, where the settings ask for it.
  teamsToLeave(this: Rules, map: GroupMap, groups: readonly string[]): readonly TeamName[] {
    const kept = new Set(this.teamsToJoin(map, groups).map(keyOf));
    return Object.keys(map)
      .flatMap(group => this.teamsOfGroup(map, group))
      .filter(team => !kept.has(keyOf(team)));
  },

  teamsOfGroup(map: GroupMap, group: string): readonly TeamName[] {
    const organizations = Object.hasOwn(map, group) ? Object.entries(map[group] ?? {}) : [];
    return organizations.flatMap(([organization, teams]) =>
      teams.map(team => ({organization: organization.toLowerCase(), team: team.toLowerCase()})),
    );
  },
};

function keyOf({organization, team}: TeamName): string {
  return `${organization}/${team}`;
}
