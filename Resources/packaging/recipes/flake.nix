# For Nix. nixpkgs has no Swift 6, so this takes the archives of the release. Not tried with one: see README.md in this folder.
{
  description = "RSS reader for the shell";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "@VERSION@";
      archives = {
        x86_64-linux = { machine = "x86_64"; sha256 = "@SHA256_x86_64@"; };
        aarch64-linux = { machine = "aarch64"; sha256 = "@SHA256_aarch64@"; };
      };
      package = system: archive:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.stdenv.mkDerivation {
          pname = "rssium";
          inherit version;
          src = pkgs.fetchurl {
            url = "@HOMEPAGE@/releases/download/v${version}/rssium-${version}-linux-${archive.machine}.tar.gz";
            inherit (archive) sha256;
          };
          nativeBuildInputs = [ pkgs.autoPatchelfHook ];
          buildInputs = [ pkgs.sqlite ];
          # The program opens these when it first needs them.
          runtimeDependencies = [ pkgs.curl.out pkgs.libxml2.out ];
          installPhase = ''
            mkdir -p $out
            cp -R bin share $out/
          '';
          meta = {
            description = "RSS reader for the shell";
            homepage = "@HOMEPAGE@";
            license = pkgs.lib.licenses.mit;
            mainProgram = "rssium";
            platforms = builtins.attrNames archives;
          };
        };
    in {
      packages = builtins.mapAttrs (system: archive: { default = package system archive; }) archives;
    };
}
